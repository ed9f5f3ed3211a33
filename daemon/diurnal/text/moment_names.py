"""What months and weekdays are called in the languages that daily notes are often named in.

Obsidian writes ``MMMM`` and ``dddd`` in the language of the application, so an
owner's notes may be called ``Dienstag 5. März 2024``. A name that would mean two
months is left out. These are for reading alone.
"""

from __future__ import annotations

# German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Polish, Russian, for days Japanese and Korean
# too: twelve months a line, seven days from Monday, short forms on lines of their own.
_MONTHS = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jän feb mär apr mai jun jul aug sep okt nov dez",
    "jan febr mrz apr mai juni juli aug sept okt nov dez",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr mars avr mai juin juil août sept oct nov déc",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene feb mar abr may jun jul ago sep oct nov dic",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "jan fev mar abr mai jun jul ago set out nov dez",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "jan feb mar apr maj jun jul aug sep okt nov dec",
    "januar februar marts april maj juni juli august september oktober november december",
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
)
_WEEKDAYS = (
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "mo di mi do fr sa so",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lun mar mer jeu ven sam dim",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lun mar mié jue vie sáb dom",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "lun mar mer gio ven sab dom",
    "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    "seg ter qua qui sex sáb dom",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "ma di wo do vr za zo",
    "måndag tisdag onsdag torsdag fredag lördag söndag",
    "mån tis ons tors fre lör sön",
    "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "пн вт ср чт пт сб вс",
    "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "月 火 水 木 金 土 日",
    "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
)


def _numbered(lines: tuple[str, ...], first: int) -> dict[str, int]:
    """Each name with its number; one that two languages use for different things is left out."""
    found: dict[str, int] = {}
    twofold: set[str] = set()
    for line in lines:
        for number, name in enumerate(line.split(), first):
            if found.setdefault(name, number) != number:
                twofold.add(name)
    return {name: number for name, number in found.items() if name not in twofold}


def _with_points(names: dict[str, int]) -> dict[str, int]:
    """Short forms are written with a point after them as well: ``févr.``."""
    return names | {f"{name}.": number for name, number in names.items() if len(name) <= 5}


LOCAL_MONTHS = _with_points(_numbered(_MONTHS, 1))
LOCAL_WEEKDAYS = _with_points(_numbered(_WEEKDAYS, 0))
