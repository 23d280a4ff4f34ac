/** Questions in other languages: recognised by their commonest words, and searched by what their words mean here. */

type Language = {
  name: string;
  /** Words that English does not have. */
  signs: RegExp;
  /** One line that says that the answer is in English. */
  notice: string;
  /** English words for those of questions about Parlance; undefined: the language is recognised and not searched. */
  words?: readonly [RegExp, string][];
};

const LANGUAGES: readonly Language[] = [
  {
    name: "German",
    signs:
      /\b(?:was ist|wie|wo|warum|wer|ist|sind|ich|du|mein|meine|meinen|einen?|der|das|und|nicht|kann|kannst|gibt|mir|für|mit|von|bitte|welche|wieviel|kostet|verbinde|schreibe?|erzähle?|zeige?|mache?|heißt|bist)\b/giu,
    notice: "*Ich antworte auf Englisch.*",
    words: [
      [/\bwas (?:ist|sind|bedeutet)\b/giu, "what is"],
      [/\bwas kann\b/giu, "what can"],
      [/\bwas kostet\b|\bkosten\b/giu, "what does cost"],
      [/\bwer (?:bist du|sind sie)\b/giu, "who are you"],
      [/\bwie (?:verbinde|schließe) ich\b/giu, "how do I connect"],
      [/\bwie (?:kann|muss|soll|mache) ich\b|\bwie\b/giu, "how do I"],
      [/\bwo (?:finde|ist|sind)\b|\bwo\b/giu, "where is"],
      [/\bwelche\w*\b/giu, "which"],
      [/\bverbinden?\b|\banbinden\b|\bhinzufügen\b/giu, "connect"],
      [/\b(?:api-)?schlüssel\b/giu, "key"],
      [/\b(?:erstelle|erzeuge|anlegen|erstellen)\b/giu, "create"],
      [/\bbild(?:er)?\b/giu, "image"],
      [/\bvideos?\b/giu, "video"],
      [/\bdatei(?:en)?\b/giu, "file"],
      [/\bfehler(?:codes?)?\b/giu, "errors"],
      [/\bstatuscodes?\b/giu, "status codes"],
      [/\banbieter\b/giu, "provider"],
      [/\bmodelle?\b/giu, "models"],
      [/\bändern?\b/giu, "change"],
      [/\blöschen?\b/giu, "delete"],
      [/\b(?:streame|streamen)\b/giu, "stream"],
      [/\bwerkzeuge?\b/giu, "tools"],
      [/\btun\b/giu, "do"],
    ],
  },
  {
    name: "French",
    signs:
      /\b(?:connecter|est|qu'?est|que|quoi|pourquoi|où|quel(?:le)?s?|je|tu|mon|ma|mes|une?|les?|des|du|avec|pour|peux|puis|combien|écris|fais|donne|moi|bonjour|ce)\b/giu,
    notice: "*Je réponds en anglais.*",
    words: [
      [/\bqu['’]est[- ]ce que(?: c['’]est(?: que)?)?\b/giu, "what is"],
      [/\bcombien (?:coûte|ça coûte)\b/giu, "what does cost"],
      [/\bqui es[- ]tu\b/giu, "who are you"],
      [/\bcomment (?:puis-je |je peux )?(?:connecter|ajouter)\b/giu, "how do I connect"],
      [/\bcomment\b/giu, "how do I"],
      [/\b(?:connecter|ajouter)\b/giu, "connect"],
      [/\bclés?\b/giu, "key"],
      [/\bcréer\b/giu, "create"],
      [/\bfichiers?\b/giu, "file"],
      [/\berreurs?\b/giu, "errors"],
      [/\bmodèles?\b/giu, "models"],
      [/\bfournisseurs?\b/giu, "provider"],
    ],
  },
  {
    name: "Spanish",
    signs:
      /(?:¿|¡)|\b(?:qué|cómo|dónde|por qué|cuál|quién|cuánto|es|está|los|las|una?|mi|puedo|puedes|para|con|del|hola|escribe|haz|dame|eres)\b/giu,
    notice: "*Respondo en inglés.*",
    words: [
      [/\bqué es\b/giu, "what is"],
      [/\bcuánto cuesta\b/giu, "what does cost"],
      [/\bquién eres\b/giu, "who are you"],
      [/\bcómo (?:puedo )?(?:conecto|conectar|añado|añadir)\b/giu, "how do I connect"],
      [/\bcómo\b/giu, "how do I"],
      [/\b(?:conectar|añadir)\b/giu, "connect"],
      [/\b(?:clave|llave)s?\b/giu, "key"],
      [/\bcrear\b/giu, "create"],
      [/\bimagen(?:es)?\b/giu, "image"],
      [/\barchivos?\b/giu, "file"],
      [/\berrores\b/giu, "errors"],
      [/\bmodelos?\b/giu, "models"],
      [/\bproveedor(?:es)?\b/giu, "provider"],
    ],
  },
  {
    name: "Italian",
    signs:
      /\b(?:cos'è|cosa|come|dove|perché|chi|sono|il|gli|una?|mio|mia|posso|puoi|della?|con|per|ciao|scrivi|dammi|quanto|che)\b/giu,
    notice: "*Rispondo in inglese.*",
  },
  {
    name: "Portuguese",
    signs: /\b(?:você|não|como|onde|porque|quem|são|uma?|meu|minha|posso|pode|com|para|olá|escreva|quanto|está)\b/giu,
    notice: "*Respondo em inglês.*",
  },
  {
    name: "Dutch",
    signs: /\b(?:wat|hoe|waar|waarom|wie|het|een|ik|je|mijn|kan|voor|met|van|niet|schrijf|geef|hoeveel|zijn)\b/giu,
    notice: "*Ik antwoord in het Engels.*",
  },
  { name: "Japanese", signs: /[\u3040-\u30ff]/gu, notice: "*回答は英語になります。*" },
  { name: "Chinese", signs: /[\u4e00-\u9fff]/gu, notice: "*我用英语回答。*" },
  { name: "Korean", signs: /[\uac00-\ud7af]/gu, notice: "*영어로 답변합니다.*" },
  { name: "Russian", signs: /[\u0400-\u04ff]{2,}/gu, notice: "*Я отвечаю по-английски.*" },
  { name: "Arabic", signs: /[\u0600-\u06ff]{2,}/gu, notice: "*أجيب باللغة الإنجليزية.*" },
];

const ENGLISH =
  /\b(?:the|is|are|what|how|where|why|who|when|which|my|you|your|it|this|that|and|to|of|for|with|do|does|did|can|i|please|write|give|tell|show|make|in)\b/giu;
const LONGEST = 400;

export type ForeignQuestion = { notice: string /** Question in the words of the guides. */; english: string };

/** Returns undefined for a question in English, and for one whose language is unclear. */
export function readForeignQuestion(question: string): ForeignQuestion | undefined {
  const text = question.slice(0, LONGEST);
  const bare = text.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|'[^']{2,}'/g, " ");
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  const scores = LANGUAGES.map((language) => ({ language, score: count(language.signs) }));
  const best = scores.sort((left, right) => right.score - left.score)[0];
  const words = bare.match(/\p{L}+/gu)?.length ?? 0;
  // One foreign word in an English sentence is a name or a quotation.
  const fewest = words <= 4 && count(ENGLISH) === 0 ? 1 : 2;
  if (!best || best.score < fewest || best.score <= count(ENGLISH) || best.score < words / 4) return undefined;
  const english = (best.language.words ?? []).reduce((sentence, [from, to]) => sentence.replaceAll(from, to), text);
  const left = english.replaceAll(best.language.signs, " ").replaceAll(/\s+/g, " ").trim();
  return { notice: best.language.notice, english: left };
}
