/** Everyday phrases in ten languages, for greetings on stage. */

export const LANGUAGES = [
  "English",
  "German",
  "French",
  "Spanish",
  "Italian",
  "Portuguese",
  "Dutch",
  "Japanese",
  "Chinese",
  "Swahili",
] as const;

/** One entry for each language, in the order of `LANGUAGES`. */
const PHRASES: [RegExp, readonly string[]][] = [
  [
    /^(?:hello|hi|hey)$/i,
    ["Hello", "Hallo", "Bonjour", "Hola", "Ciao", "Olá", "Hallo", "こんにちは (konnichiwa)", "你好 (nǐ hǎo)", "Jambo"],
  ],
  [
    /^good morning$/i,
    [
      "Good morning",
      "Guten Morgen",
      "Bonjour",
      "Buenos días",
      "Buongiorno",
      "Bom dia",
      "Goedemorgen",
      "おはようございます (ohayō gozaimasu)",
      "早上好 (zǎoshang hǎo)",
      "Habari ya asubuhi",
    ],
  ],
  [
    /^good night$/i,
    [
      "Good night",
      "Gute Nacht",
      "Bonne nuit",
      "Buenas noches",
      "Buonanotte",
      "Boa noite",
      "Goedenacht",
      "おやすみなさい (oyasuminasai)",
      "晚安 (wǎn'ān)",
      "Usiku mwema",
    ],
  ],
  [
    /^(?:thank you|thanks)$/i,
    [
      "Thank you",
      "Danke",
      "Merci",
      "Gracias",
      "Grazie",
      "Obrigado",
      "Dank je",
      "ありがとう (arigatō)",
      "谢谢 (xièxie)",
      "Asante",
    ],
  ],
  [
    /^please$/i,
    [
      "Please",
      "Bitte",
      "S'il vous plaît",
      "Por favor",
      "Per favore",
      "Por favor",
      "Alsjeblieft",
      "お願いします (onegaishimasu)",
      "请 (qǐng)",
      "Tafadhali",
    ],
  ],
  [
    /^(?:goodbye|bye)$/i,
    [
      "Goodbye",
      "Auf Wiedersehen",
      "Au revoir",
      "Adiós",
      "Arrivederci",
      "Adeus",
      "Tot ziens",
      "さようなら (sayōnara)",
      "再见 (zàijiàn)",
      "Kwaheri",
    ],
  ],
  [/^yes$/i, ["Yes", "Ja", "Oui", "Sí", "Sì", "Sim", "Ja", "はい (hai)", "是 (shì)", "Ndiyo"]],
  [/^no$/i, ["No", "Nein", "Non", "No", "No", "Não", "Nee", "いいえ (iie)", "不 (bù)", "Hapana"]],
  [
    /^welcome$/i,
    [
      "Welcome",
      "Willkommen",
      "Bienvenue",
      "Bienvenido",
      "Benvenuto",
      "Bem-vindo",
      "Welkom",
      "ようこそ (yōkoso)",
      "欢迎 (huānyíng)",
      "Karibu",
    ],
  ],
  [
    /^i love you$/i,
    [
      "I love you",
      "Ich liebe dich",
      "Je t'aime",
      "Te quiero",
      "Ti amo",
      "Eu te amo",
      "Ik hou van je",
      "愛してる (aishiteru)",
      "我爱你 (wǒ ài nǐ)",
      "Nakupenda",
    ],
  ],
  [
    /^cheers$/i,
    [
      "Cheers",
      "Prost",
      "Santé",
      "Salud",
      "Salute",
      "Saúde",
      "Proost",
      "乾杯 (kanpai)",
      "干杯 (gānbēi)",
      "Maisha marefu",
    ],
  ],
];

/** Returns the phrase in each language; undefined for a phrase that is not in the book. */
export function findPhrase(phrase: string): readonly string[] | undefined {
  return PHRASES.find(([name]) => name.test(phrase))?.[1];
}
