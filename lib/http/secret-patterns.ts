/** Forms of secrets that are known by their prefix, whoever issued them. */

/** Keys of this gateway, of which only hashes are stored, in the form that `key-store` and `admin-key` create. */
export const GATEWAY_KEY = /\bpk_(?:admin_[\w-]{43}|[0-9A-Za-z]{43})/g;

/** Begins a word; also after an escaped line break or tab of a JSON string, whose letter is no part of the word. */
const START = String.raw`(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]))`;

const FORMS = [
  // This gateway.
  String.raw`pk_(?:admin_[\w-]{43}|[0-9A-Za-z]{43})`,
  // OpenAI, Anthropic, OpenRouter, DeepSeek; Stripe.
  "(?:sk|rk)-[A-Za-z0-9_-]{16,400}",
  "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,400}",
  // Google: API keys, OAuth tokens.
  "AIza[0-9A-Za-z_-]{35}",
  String.raw`ya29\.[0-9A-Za-z_-]{20,400}`,
  // Groq, xAI, Hugging Face, Replicate, Perplexity.
  "gsk_[A-Za-z0-9]{20,400}",
  "xai-[A-Za-z0-9]{20,400}",
  "hf_[A-Za-z0-9]{30,400}",
  "r8_[A-Za-z0-9]{30,400}",
  "pplx-[A-Za-z0-9]{20,400}",
  // GitHub, GitLab, npm, Slack, AWS.
  "gh[pousr]_[A-Za-z0-9]{36,400}",
  "github_pat_[A-Za-z0-9_]{22,400}",
  "glpat-[A-Za-z0-9_-]{20,400}",
  "npm_[A-Za-z0-9]{36}",
  "xox[abeoprs]-[A-Za-z0-9-]{10,400}",
  "A(?:KIA|SIA)[0-9A-Z]{16}",
  // JSON Web Tokens.
  String.raw`eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}`,
];

/** Patterns of secrets in text, JSON or not. Each has a longest match: one over megabytes would overflow its stack. */
export const SECRET_PATTERNS: readonly RegExp[] = [
  new RegExp(`${START}(?:${FORMS.join("|")})`, "g"),
  new RegExp(`(?<=${START}bearer\\s)[A-Za-z0-9._~+/-]{16,2000}=*`, "gi"),
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{1,20000}?-----END [A-Z ]{0,40}PRIVATE KEY-----/g,
  // Password of a URL.
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'\\]{1,100}:)[^\s@/"'\\]{4,200}(?=@)/gi,
];

/** Returns the text without secrets that are known by their form. */
export function hideKnownSecrets(text: string): string {
  return SECRET_PATTERNS.reduce((shown, pattern) => shown.replace(pattern, "[redacted]"), text);
}
