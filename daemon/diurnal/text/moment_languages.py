"""What moment.js calls months and weekdays in the languages Obsidian is used in, and how it counts weeks there.

Obsidian names notes in the language of the application: ``MMMM``, ``dddd``,
``Do``, ``L`` and the weeks of ``gggg-ww`` differ from one to the next. The table is
moment.js's own (version 2.30, MIT), for languages whose digits are 0 to 9 and whose
names are single words. Which language a vault is in, others find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

# A language: its code, the first day of its week (0 is Sunday), moment's ``doy``, | ``L`` | ``LL`` | what follows a day's
# number, and which days' have another. Below it: months and their short forms, weekdays from Monday, short, shortest;
# after + months as they read after a day's number, and their short forms if these differ as well.
_TABLE = """
en 0 6 | MM/DD/YYYY | MMMM D, YYYY | th 1,21,31=st 2,22=nd 3,23=rd
January February March April May June July August September October November December
Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
Mon Tue Wed Thu Fri Sat Sun
Mo Tu We Th Fr Sa Su
en-gb 1 4 | DD/MM/YYYY | D MMMM YYYY | th 1,21,31=st 2,22=nd 3,23=rd
January February March April May June July August September October November December
Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
Mon Tue Wed Thu Fri Sat Sun
Mo Tu We Th Fr Sa Su
zh-cn 1 4 | YYYY/MM/DD | YYYY年M月D日 | 日
一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
星期一 星期二 星期三 星期四 星期五 星期六 星期日
周一 周二 周三 周四 周五 周六 周日
一 二 三 四 五 六 日
zh-tw 0 6 | YYYY/MM/DD | YYYY年M月D日 | 日
一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
星期一 星期二 星期三 星期四 星期五 星期六 星期日
週一 週二 週三 週四 週五 週六 週日
一 二 三 四 五 六 日
ja 0 6 | YYYY/MM/DD | YYYY年M月D日 | 日
1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日
月 火 水 木 金 土 日
月 火 水 木 金 土 日
ko 0 6 | YYYY.MM.DD. | YYYY년 MMMM D일 | 일
1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월
1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월
월요일 화요일 수요일 목요일 금요일 토요일 일요일
월 화 수 목 금 토 일
월 화 수 목 금 토 일
de 1 4 | DD.MM.YYYY | D. MMMM YYYY | .
Januar Februar März April Mai Juni Juli August September Oktober November Dezember
Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez.
Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag
Mo. Di. Mi. Do. Fr. Sa. So.
Mo Di Mi Do Fr Sa So
fr 1 4 | DD/MM/YYYY | D MMMM YYYY | - 1=er
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.
lundi mardi mercredi jeudi vendredi samedi dimanche
lun. mar. mer. jeu. ven. sam. dim.
lu ma me je ve sa di
es 1 4 | DD/MM/YYYY | D [de] MMMM [de] YYYY | º
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
ene. feb. mar. abr. may. jun. jul. ago. sep. oct. nov. dic.
lunes martes miércoles jueves viernes sábado domingo
lun. mar. mié. jue. vie. sáb. dom.
lu ma mi ju vi sá do
it 1 4 | DD/MM/YYYY | D MMMM YYYY | º
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
gen feb mar apr mag giu lug ago set ott nov dic
lunedì martedì mercoledì giovedì venerdì sabato domenica
lun mar mer gio ven sab dom
lu ma me gi ve sa do
pt 1 4 | DD/MM/YYYY | D [de] MMMM [de] YYYY | º
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
Segunda-feira Terça-feira Quarta-feira Quinta-feira Sexta-feira Sábado Domingo
Seg Ter Qua Qui Sex Sáb Dom
2ª 3ª 4ª 5ª 6ª Sá Do
pt-br 0 6 | DD/MM/YYYY | D [de] MMMM [de] YYYY | º
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo
seg ter qua qui sex sáb dom
2ª 3ª 4ª 5ª 6ª sá do
nl 1 4 | DD-MM-YYYY | D MMMM YYYY | de 1,8,20,21,22,23,24,25,26,27,28,29,30,31=ste
januari februari maart april mei juni juli augustus september oktober november december
jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
ma. di. wo. do. vr. za. zo.
ma di wo do vr za zo
sv 1 4 | YYYY-MM-DD | D MMMM YYYY | :e 1,2,21,22,31=:a
januari februari mars april maj juni juli augusti september oktober november december
jan feb mar apr maj jun jul aug sep okt nov dec
måndag tisdag onsdag torsdag fredag lördag söndag
mån tis ons tors fre lör sön
må ti on to fr lö sö
da 1 4 | DD.MM.YYYY | D. MMMM YYYY | .
januar februar marts april maj juni juli august september oktober november december
jan feb mar apr maj jun jul aug sep okt nov dec
mandag tirsdag onsdag torsdag fredag lørdag søndag
man tir ons tor fre lør søn
ma ti on to fr lø sø
nb 1 4 | DD.MM.YYYY | D. MMMM YYYY | .
januar februar mars april mai juni juli august september oktober november desember
jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.
mandag tirsdag onsdag torsdag fredag lørdag søndag
ma. ti. on. to. fr. lø. sø.
ma ti on to fr lø sø
fi 1 4 | DD.MM.YYYY | Do MMMM[ta] YYYY | .
tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
ma ti ke to pe la su
ma ti ke to pe la su
pl 1 4 | DD.MM.YYYY | D MMMM YYYY | .
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
sty lut mar kwi maj cze lip sie wrz paź lis gru
poniedziałek wtorek środa czwartek piątek sobota niedziela
pon wt śr czw pt sob ndz
Pn Wt Śr Cz Pt So Nd
+ stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
cs 1 4 | DD.MM.YYYY | D. MMMM YYYY | .
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
led úno bře dub kvě čvn čvc srp zář říj lis pro
pondělí úterý středa čtvrtek pátek sobota neděle
po út st čt pá so ne
po út st čt pá so ne
+ ledna února března dubna května června července srpna září října listopadu prosince
sk 1 4 | DD.MM.YYYY | D. MMMM YYYY | .
január február marec apríl máj jún júl august september október november december
jan feb mar apr máj jún júl aug sep okt nov dec
pondelok utorok streda štvrtok piatok sobota nedeľa
po ut st št pi so ne
po ut st št pi so ne
hu 1 4 | YYYY.MM.DD. | YYYY. MMMM D. | .
január február március április május június július augusztus szeptember október november december
jan. feb. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.
hétfő kedd szerda csütörtök péntek szombat vasárnap
hét kedd sze csüt pén szo vas
h k sze cs p szo v
ro 1 7 | DD.MM.YYYY | D MMMM YYYY | -
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ian. feb. mart. apr. mai iun. iul. aug. sept. oct. nov. dec.
luni marți miercuri joi vineri sâmbătă duminică
Lun Mar Mie Joi Vin Sâm Dum
Lu Ma Mi Jo Vi Sâ Du
ru 1 4 | DD.MM.YYYY | D MMMM YYYY г. | -го
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек.
понедельник вторник среда четверг пятница суббота воскресенье
пн вт ср чт пт сб вс
пн вт ср чт пт сб вс
+ января февраля марта апреля мая июня июля августа сентября октября ноября декабря
+ янв. февр. мар. апр. мая июня июля авг. сент. окт. нояб. дек.
uk 1 4 | DD.MM.YYYY | D MMMM YYYY р. | -го
січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень
січ лют бер квіт трав черв лип серп вер жовт лист груд
понеділок вівторок середа четвер пʼятниця субота неділя
пн вт ср чт пт сб нд
пн вт ср чт пт сб нд
+ січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
tr 1 7 | DD.MM.YYYY | D MMMM YYYY | -
Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara
Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar
Pzt Sal Çar Per Cum Cmt Paz
Pt Sa Ça Pe Cu Ct Pz
id 0 6 | DD/MM/YYYY | D MMMM YYYY | -
Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember
Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des
Senin Selasa Rabu Kamis Jumat Sabtu Minggu
Sen Sel Rab Kam Jum Sab Min
Sn Sl Rb Km Jm Sb Mg
"""


@dataclass(frozen=True, slots=True)
class Language:
    """One language's names; ``weekdays`` begin with Monday, ``months_after`` stand after a day's number."""

    code: str
    first_weekday: int
    """0 is Sunday."""
    first_week_holds: int
    """The day of January that is always in week 1."""
    dates: dict[str, str]
    """The patterns that ``L``, ``LL``, ``l`` and ``ll`` stand for."""
    months: tuple[str, ...]
    months_short: tuple[str, ...]
    months_after: tuple[str, ...]
    months_short_after: tuple[str, ...]
    weekdays: tuple[str, ...]
    weekdays_short: tuple[str, ...]
    weekdays_min: tuple[str, ...]
    ordinal: str
    ordinals: dict[int, str]

    def numbered(self, number: int) -> str:
        """*number* as ``Do`` writes it: ``5th``, ``5.``, ``5日``."""
        if self.code in ("en", "en-gb") and number > 31:
            return f"{number}{self.ordinals.get(20 + number % 10, 'th') if number % 100 // 10 != 1 else 'th'}"
        return f"{number}{self.ordinals.get(number, self.ordinal)}"

    def week_of(self, day: date) -> tuple[int, int]:
        """Year and week of *day*, as ``gggg`` and ``w`` count them."""
        year = day.year + (day >= self.week_one(day.year + 1))
        year -= day < self.week_one(year)
        return year, (day - self.week_one(year)).days // 7 + 1

    def week_one(self, year: int) -> date:
        """The day on which week 1 of *year* begins."""
        held = date(year, 1, self.first_week_holds)
        return held - timedelta(days=(held.isoweekday() - self.first_weekday) % 7)


def _languages() -> Iterator[Language]:
    lines: list[str] = []
    for line in [*_TABLE.strip().split("\n"), ""]:
        if (" | " in line or not line) and lines:
            yield _language(lines)
            lines = []
        lines.append(line)


def _language(lines: list[str]) -> Language:
    head, long, longer, ordinals = lines[0].split(" | ")
    code, first, doy = head.split()
    named = [tuple(line.removeprefix("+ ").split()) for line in lines[1:]]
    after = named[5] if len(named) > 5 else named[0]
    ordinal, *others = ("" if mark == "-" else mark for mark in ordinals.split())
    return Language(
        code=code,
        first_weekday=int(first),
        first_week_holds=7 + int(first) - int(doy),
        dates={"L": long, "LL": longer, "l": _shorter(long), "ll": _shorter(longer)},
        months=named[0],
        months_short=named[1],
        months_after=after,
        months_short_after=named[6] if len(named) > 6 else named[1],
        weekdays=named[2],
        weekdays_short=named[3],
        weekdays_min=named[4],
        ordinal=ordinal,
        ordinals={
            int(day): "" if suffix == "-" else suffix
            for days, suffix in (other.split("=") for other in others)
            for day in days.split(",")
        },
    )


def _shorter(pattern: str) -> str:
    """What moment makes of ``LL`` for ``ll``: each of its longer parts a letter shorter."""
    return re.sub(
        r"\[[^\]]*\]|MMMM|MM|DD", lambda part: part[0] if part[0][0] == "[" else part[0][1:], pattern
    )


LANGUAGES = {language.code: language for language in _languages()}
"""By code, those first that are meant where a name fits several."""
ENGLISH = LANGUAGES["en"]
