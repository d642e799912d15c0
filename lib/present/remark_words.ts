import { provenanceKinds } from "../record/record.ts";
import type { Remark, RemarkFacts } from "../summarize/comparison_remark.ts";
import type { Difference } from "../summarize/differences.ts";
import type { Language } from "./format.ts";
import { provenanceWord } from "./table_words.ts";

interface RemarkWords {
  /** By what comparisons are refused; any other fact keeps the record's own name. */
  facts: Record<string, string>;
  values: Record<string, string>;
  notTold: string;
  against: string;
  sentence: (facts: RemarkFacts, difference: string) => string;
}

/** The words by language; the English ones are the comparison's own. */
const words: Record<Exclude<Language, "en">, RemarkWords> = {
  de: {
    facts: {
      method: "Methode",
      provenance: "Herkunft",
      "primary metric": "Hauptgröße",
      "output tokens": "Ausgabe-Tokens",
      endpoint: "Endpunkt",
      soak: "Dauerlauf",
    },
    values: { yes: "ja", no: "nein" },
    notTold: "nicht angegeben",
    against: "gegen",
    sentence: (facts, difference) => {
      switch (facts.code) {
        case "differs":
          return difference;
        case "named-twice":
          return "ein Protokoll ist zweimal genannt";
        case "unknown-metric":
          return `Hauptgröße: im Katalog fehlt ${facts.metric}`;
        case "nothing-completed":
          return "kein Szenario wurde auf beiden Seiten abgeschlossen";
        case "absent":
          return `in ${facts.record} fehlt es`;
        case "not-completed":
          return `in ${facts.record} ist es nicht ${
            facts.status === "unverified" ? "bestätigt" : "abgeschlossen"
          }`;
        case "not-interleaved":
          return "Die Läufe wechseln sich nicht ab: Alle der einen Seite lagen vor allen der " +
            "anderen, daher sieht eine Änderung der Maschine mit der Zeit wie ein Unterschied " +
            "der Seiten aus.";
        case "side-differs":
          return `${facts.record} unterscheidet sich von ${facts.first} auf derselben Seite: ` +
            `${difference}.`;
      }
    },
  },
  pl: {
    facts: {
      method: "metoda",
      provenance: "pochodzenie",
      "primary metric": "wielkość główna",
      "output tokens": "tokeny wyjścia",
      endpoint: "punkt końcowy",
      soak: "próba długotrwała",
    },
    values: { yes: "tak", no: "nie" },
    notTold: "nie podano",
    against: "wobec",
    sentence: (facts, difference) => {
      switch (facts.code) {
        case "differs":
          return difference;
        case "named-twice":
          return "jeden z zapisów podano dwa razy";
        case "unknown-metric":
          return `wielkość główna: w katalogu nie ma ${facts.metric}`;
        case "nothing-completed":
          return "żadnego scenariusza nie ukończono po obu stronach";
        case "absent":
          return `w ${facts.record} go nie ma`;
        case "not-completed":
          return `w ${facts.record} nie został ${
            facts.status === "unverified" ? "potwierdzony" : "ukończony"
          }`;
        case "not-interleaved":
          return "Przebiegi się nie przeplatają: wszystkie po jednej stronie były przed wszystkimi " +
            "po drugiej, więc zmiana maszyny w czasie wygląda jak różnica stron.";
        case "side-differs":
          return `${facts.record} różni się od ${facts.first} po tej samej stronie: ${difference}.`;
      }
    },
  },
};

/** A remark on a comparison in the reader's language. */
export function remarkText(remark: Remark, language: Language): string {
  if (language === "en") return remark.message;
  const difference = "difference" in remark ? differenceIn(remark.difference, language) : "";
  return words[language].sentence(remark, difference);
}

function differenceIn({ fact, from, to }: Difference, language: keyof typeof words): string {
  const { facts, values, notTold, against } = words[language];
  const [a, b] = [from, to].map((value) => {
    if (value === null) return notTold;
    const kind = fact === "provenance" && provenanceKinds.find((each) => each === value);
    if (kind) return provenanceWord(kind, language);
    return fact === "soak" ? values[value] ?? value : value;
  });
  return `${facts[fact] ?? fact}: ${a} ${against} ${b}`;
}
