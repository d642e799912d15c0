import type { ThermalCheck } from "../summarize/thermal_assessment.ts";
import type { Language } from "./format.ts";

/** The words of tables and figures of a soak, beside those of records and articles. */
export interface SoakWords {
  hours: string;
  hour: string;
  minutes: string;
  power: string;
  temperature: string;
  thermal: string;
  criterion: string;
  criteria: Record<ThermalCheck["criterion"], string>;
  limit: string;
  anything: string;
  found: string;
  verdict: string;
  verdicts: Record<ThermalCheck["verdict"], string>;
  drift: string;
  perHour: string;
  /** A unit of a change in an hour. */
  hourly: (unit: string) => string;
  /** Whose drift a row of the drifts is. */
  celsius: string;
  sharePerHour: string;
  events: string;
  event: string;
  after: string;
  round: string;
  length: string;
  pause: string;
  before: string;
  afterwards: string;
  noEvents: string;
  jump: (metric: string) => string;
  notes: {
    /** What performance and power are called in the hourly table. */
    hours: string;
    noSensor: string;
    noCriteria: string;
    assessed: (verdict: string) => string;
    drift: string;
    /** Of which median a share is, and what a round's rate is. */
    shares: string;
    /** Of a soak shorter than an hour. */
    extrapolated: (duration: string) => string;
    /** What the drift of the temperature is. */
    thermalDrift: string;
    pauses: (count: string, total: string, longest: string) => string;
    listed: string;
    jumps: string;
    noJumps: string;
    scope: string;
    /** Rounds that were begun and do not count. */
    excluded: (rounds: string) => string;
  };
}

/** The words by language. */
export const soakWords: Record<Language, SoakWords> = {
  en: {
    hours: "Hour by hour",
    hour: "Hour",
    minutes: "Length",
    power: "Power, mean",
    temperature: "Temperature, highest",
    thermal: "Thermal assessment",
    criterion: "Criterion",
    criteria: {
      "maximum": "highest temperature",
      "drift-per-hour": "drift of the temperature",
      "slowdown": "samples with a thermal slowdown",
      "longest-gap": "longest silence of the sensor",
    },
    limit: "At most",
    anything: "anything",
    found: "Found",
    verdict: "Verdict",
    verdicts: { "met": "met", "not-met": "not met", "not-measured": "not measured" },
    drift: "Drift over the soak",
    perHour: "Change per hour",
    hourly: (unit) => `${unit} per hour`,
    celsius: "Temperature",
    sharePerHour: "Share of the rounds' median",
    events: "Pauses and jumps",
    event: "Event",
    after: "After",
    round: "Round",
    length: "Length",
    pause: "Pause",
    before: "Level before",
    afterwards: "Level after",
    noEvents: "None: no long pause and no jump.",
    jump: (metric) => `${metric}: jump`,
    notes: {
      hours: "A round counts in the hour in which it began. Throughput is what the group of " +
        "requests gets; power is what the hardware takes.",
      noSensor: "The run had no sensor: power and temperature were not measured.",
      noCriteria: "The plan has no thermal criteria, so nothing is assessed.",
      assessed: (verdict) => `Criteria of the plan, as a whole: ${verdict}.`,
      drift: "Slope of a line by Theil and Sen, with an interval of 95%. Neighbouring rounds " +
        "depend on each other, so the true interval is wider.",
      shares: "A share is of the median of the rounds' values, not of that of all responses. The " +
        "round rate is a round's tokens over the time until its last response ended.",
      extrapolated: (duration) => `Measured over ${duration}; a change per hour is extrapolated.`,
      thermalDrift: "The drift is the median of the slopes between minutes, so a short warm-up " +
        "at the start hardly moves it.",
      pauses: (count, total, longest) =>
        `Pauses between rounds: ${count}, together ${total}, the longest ${longest}.`,
      listed: "A pause is listed when it takes a second or more and ten times the usual.",
      jumps: "A jump is a change of level that Pettitt's rank test finds below p = 0.01; the " +
        "levels are medians of the rounds' values from one jump to the next, which need not be " +
        "those of all responses. Rounds that depend on each other give more of them by chance, and a slow change looks like many.",
      noJumps: "No jump of the round rate or the time to first token was found; fewer than " +
        "ten rounds show none.",
      scope: "The values are of this one configuration only.",
      excluded: (rounds) =>
        `Rounds that do not count: ${rounds}. They are in no number, and their time is no pause.`,
    },
  },
  de: {
    hours: "Stündliche Leistung: Durchsatz und Leistungsaufnahme",
    hour: "Stunde",
    minutes: "Länge",
    power: "Leistungsaufnahme, Mittel",
    temperature: "Temperatur, höchste",
    thermal: "Thermische Bewertung",
    criterion: "Kriterium",
    criteria: {
      "maximum": "höchste Temperatur",
      "drift-per-hour": "Drift der Temperatur",
      "slowdown": "Messpunkte mit thermischer Drosselung",
      "longest-gap": "längstes Schweigen des Sensors",
    },
    limit: "Höchstens",
    anything: "beliebig",
    found: "Gefunden",
    verdict: "Urteil",
    verdicts: { "met": "erfüllt", "not-met": "nicht erfüllt", "not-measured": "nicht gemessen" },
    drift: "Drift während des Dauerlaufs",
    perHour: "Änderung je Stunde",
    hourly: (unit) => `${unit} je Stunde`,
    celsius: "Temperatur",
    sharePerHour: "Anteil am Median der Runden",
    events: "Pausen und Sprünge",
    event: "Ereignis",
    after: "Nach",
    round: "Runde",
    length: "Länge",
    pause: "Pause",
    before: "Niveau davor",
    afterwards: "Niveau danach",
    noEvents: "Keine: weder eine lange Pause noch ein Sprung.",
    jump: (metric) => `${metric}: Sprung`,
    notes: {
      hours: "Eine Runde zählt zu der Stunde, in der sie begann. Leistung hat hier zwei " +
        "Bedeutungen: der Durchsatz ist, was die Anfragegruppe bekommt, die Leistungsaufnahme in " +
        "Watt ist, was die Hardware verbraucht.",
      noSensor: "Der Lauf hatte keinen Sensor: Leistungsaufnahme und Temperatur wurden nicht " +
        "gemessen.",
      noCriteria: "Der Plan hat keine thermischen Kriterien, daher wird nichts bewertet.",
      assessed: (verdict) => `Kriterien des Plans, insgesamt: ${verdict}.`,
      drift: "Steigung einer Geraden nach Theil und Sen mit einem Intervall von 95 %. " +
        "Benachbarte Runden hängen voneinander ab, daher ist das wahre Intervall weiter.",
      shares: "Ein Anteil bezieht sich auf den Median der Rundenwerte, nicht auf den aller " +
        "Antworten. Die Rundenrate ist die Zahl der Tokens einer Runde, geteilt durch die Zeit " +
        "bis zum Ende ihrer letzten Antwort.",
      extrapolated: (duration) =>
        `Gemessen über ${duration}; eine Änderung je Stunde ist hochgerechnet.`,
      thermalDrift: "Die Drift ist der Median der Steigungen zwischen Minuten, ein kurzes " +
        "Aufwärmen zu Beginn verschiebt sie daher kaum.",
      pauses: (count, total, longest) =>
        `Pausen zwischen Runden: ${count}, zusammen ${total}, die längste ${longest}.`,
      listed: "Eine Pause steht hier ab einer Sekunde und dem Zehnfachen der üblichen.",
      jumps: "Ein Sprung ist eine Änderung des Niveaus, die Pettitts Rangtest unter p = 0,01 " +
        "findet; die Niveaus sind Mediane der Rundenwerte von einem Sprung zum nächsten und müssen " +
        "nicht die aller Antworten sein. Voneinander " +
        "abhängige Runden ergeben mehr davon durch Zufall, und eine langsame Änderung sieht wie " +
        "viele aus.",
      noJumps: "Kein Sprung der Rundenrate oder der Zeit bis zum ersten Token wurde gefunden; " +
        "weniger als zehn Runden zeigen keinen.",
      scope: "Die Werte gelten nur für diese eine Konfiguration.",
      excluded: (rounds) =>
        `Runden, die nicht zählen: ${rounds}. Sie sind in keinem Wert enthalten, und ihre Zeit ` +
        "gilt nicht als Pause.",
    },
  },
  pl: {
    hours: "Godzina po godzinie",
    hour: "Godzina",
    minutes: "Długość",
    power: "Moc, średnia",
    temperature: "Temperatura, najwyższa",
    thermal: "Ocena termiczna",
    criterion: "Kryterium",
    criteria: {
      "maximum": "najwyższa temperatura",
      "drift-per-hour": "dryf temperatury",
      "slowdown": "próbki ze spowolnieniem termicznym",
      "longest-gap": "najdłuższe milczenie czujnika",
    },
    limit: "Najwyżej",
    anything: "dowolnie",
    found: "Stwierdzono",
    verdict: "Wynik",
    verdicts: {
      "met": "spełnione",
      "not-met": "niespełnione",
      "not-measured": "nie zmierzono",
    },
    drift: "Dryf w czasie próby",
    perHour: "Zmiana na godzinę",
    hourly: (unit) => `${unit} na godzinę`,
    celsius: "Temperatura",
    sharePerHour: "Część mediany rund",
    events: "Przerwy i skoki",
    event: "Zdarzenie",
    after: "Po",
    round: "Runda",
    length: "Długość",
    pause: "Przerwa",
    before: "Poziom przedtem",
    afterwards: "Poziom potem",
    noEvents: "Brak: ani długiej przerwy, ani skoku.",
    jump: (metric) => `${metric}: skok`,
    notes: {
      hours: "Runda należy do godziny, w której się zaczęła. Przepustowość to wynik grupy " +
        "zapytań, a moc to to, co pobiera sprzęt.",
      noSensor: "Przebieg nie miał czujnika: mocy i temperatury nie zmierzono.",
      noCriteria: "Plan nie ma kryteriów termicznych, więc niczego się nie ocenia.",
      assessed: (verdict) => `Kryteria planu jako całość: ${verdict}.`,
      drift: "Nachylenie prostej według Theila i Sena z przedziałem 95%. Sąsiednie rundy zależą " +
        "od siebie, więc prawdziwy przedział jest szerszy.",
      shares: "Część odnosi się do mediany wartości rund, a nie wszystkich odpowiedzi. " +
        "Przepustowość rundy to jej tokeny podzielone przez czas do końca jej ostatniej odpowiedzi.",
      extrapolated: (duration) =>
        `Zmierzono przez ${duration}; zmiana na godzinę jest ekstrapolowana.`,
      thermalDrift: "Dryf to mediana nachyleń między minutami, więc krótkie nagrzewanie na " +
        "początku prawie go nie zmienia.",
      pauses: (count, total, longest) =>
        `Przerwy między rundami: ${count}, razem ${total}, najdłuższa ${longest}.`,
      listed: "Przerwa trafia tu od sekundy i dziesięciokrotności zwykłej przerwy.",
      jumps: "Skok to zmiana poziomu, którą test rangowy Pettitta wykrywa poniżej p = 0,01; " +
        "poziomy to mediany wartości rund od jednego skoku do następnego, niekoniecznie zaś wszystkich " +
        "odpowiedzi. " +
        "Rundy zależne od siebie dają ich więcej przez przypadek, a powolna zmiana wygląda jak wiele skoków.",
      noJumps: "Nie wykryto skoku przepustowości rundy ani czasu do pierwszego tokena; mniej niż " +
        "dziesięć rund nie wykaże żadnego.",
      scope: "Wartości dotyczą tylko tej jednej konfiguracji.",
      excluded: (rounds) =>
        `Rundy, które się nie liczą: ${rounds}. Nie ma ich w żadnej wartości, a ich czas nie jest ` +
        "przerwą.",
    },
  },
};
