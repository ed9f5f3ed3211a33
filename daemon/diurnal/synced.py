"""Whether a folder is kept in step with other machines, and by what.

What is derived changes all the time and is worth nothing elsewhere, so in such
a vault it goes into the owner's cache folder unless a setting says otherwise.
"""

from __future__ import annotations

import os
from pathlib import Path

# What each service leaves in the folder it keeps, or calls a folder on the way to it.
MARKS = {".stfolder": "Syncthing", ".dropbox": "Dropbox", ".dropbox.cache": "Dropbox"}
NAMES = {
    "Dropbox": "Dropbox",
    "OneDrive": "OneDrive",
    "com~apple~CloudDocs": "iCloud",
    "iCloud~md~obsidian": "iCloud",
    "iCloudDrive": "iCloud",
    "Google Drive": "Google Drive",
    "GoogleDrive": "Google Drive",
    "Nextcloud": "Nextcloud",
}


def synced_by(vault: Path) -> str:
    """The service that keeps *vault* in step, or "" if none is seen."""
    real = Path(os.path.realpath(vault))
    for folder in (real, *real.parents):
        # "OneDrive - Company" and "Dropbox (Personal)" are the same services.
        for name, service in NAMES.items():
            if folder.name == name or folder.name.startswith((f"{name} ", f"{name}-")):
                return service
        for mark, service in MARKS.items():
            if (folder / mark).exists():
                return service
    return ""
