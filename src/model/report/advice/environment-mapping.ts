import { toTextWithoutMergeFields } from '../../desired/expression.ts';
import type { Scalar } from '../../manifest/interpolation.ts';
import type { Variables } from '../../manifest/variable.ts';
import type { KnownSecrets } from '../../secret/known-secrets.ts';
import { hasPossibleToken } from '../../secret/redact-address.ts';
import { isSecretText } from '../../secret/secret-name.ts';

/** Two environments, and what is carried from one to the other. */
export type EnvironmentMapping = {
  readonly from: string;
  readonly to: string;
  readonly variables: { readonly from: Variables; readonly to: Variables };
};

/** Classes of a promoted text in another environment. */
export type PromotedText =
  /** Nothing speaks against it. */
  | { readonly kind: 'plain' }
  /** It is what a variable of the first environment gives, and the second has one of that name. */
  | { readonly kind: 'variable'; readonly name: string }
  /** It may be a secret. */
  | { readonly kind: 'credential' }
  /** It may mean something in the first environment alone; `write` is what would mean the right thing in both. */
  | { readonly kind: 'bound'; readonly reason: string; readonly write: string | null };

/** The account that something is carried from: its id there, and what is known of its secrets. */
export type PromotionSource = { readonly id: string; readonly secrets: KnownSecrets };

/** Classifies a text of the source environment. */
export function classifyPromoted(
  text: string,
  mapping: EnvironmentMapping,
  { id: ownId, secrets }: PromotionSource,
): PromotedText {
  const own = toTextWithoutMergeFields(text);
  if (secrets.isIn(text) || looksSecret(own)) return { kind: 'credential' };
  const names = listNames(mapping, (value) => value === text);
  const [name, other] = names;
  if (name !== undefined && other === undefined) return { kind: 'variable', name };
  if (name !== undefined) {
    const all = names.map((each) => `vars.${each}`).join(' and ');
    return { kind: 'bound', reason: `${all} of ${mapping.from} use this text`, write: null };
  }
  const [part] = listNames(mapping, (value) => value.length >= 4 && text.includes(value));
  if (part !== undefined) {
    const value = String(mapping.variables.from.get(part)?.value);
    const write = text.replaceAll(value, () => `\${vars.${part}}`);
    return { kind: 'bound', reason: `it holds vars.${part} of ${mapping.from}`, write };
  }
  if (ownId.length >= 3 && isWithin(text, ownId)) {
    const write = text.replaceAll(ownId, () => `\${account.id}`);
    return { kind: 'bound', reason: `it holds the account's id in ${mapping.from}`, write };
  }
  const sign = valuePatterns.find(({ form }) => form.test(own));
  return sign === undefined
    ? { kind: 'plain' }
    : { kind: 'bound', reason: `it looks like ${sign.says}`, write: null };
}

/** Names of variables that both environments have, whose text in the first one fits. A number or a word of two is no text. */
function listNames({ variables }: EnvironmentMapping, fits: (value: string) => boolean): string[] {
  return [...variables.from].flatMap(([name, { value }]) =>
    isText(value) && fits(value) && variables.to.has(name) ? [name] : [],
  );
}

function isText(value: Scalar | null): value is string {
  return typeof value === 'string' && value.trim() !== '' && !Number.isFinite(Number(value));
}

// A part of a longer word is another word.
function isWithin(text: string, id: string): boolean {
  const at = text.indexOf(id);
  if (at === -1) return false;
  const around = [text[at - 1] ?? '', text[at + id.length] ?? ''];
  return around.every((sign) => !/\w/.test(sign));
}

function looksSecret(text: string): boolean {
  if (isSecretText(text)) return true;
  if (/^https?:\/\//i.test(text)) return hasPossibleToken(text);
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  return (isMixed && /^[\w+/-]{20,}={0,2}$/.test(text)) || /^[0-9a-f]{32,}$/i.test(text);
}

const ends =
  'com|net|org|io|dev|app|cloud|example|internal|local|lan|corp|test|info|biz|de|at|ch|fr|nl|be|es|it|eu|uk|us|ca|au|se|dk|fi|cz|pl|pt|ie|jp|br|mx|in|cn|kr|sg|nz|za|tr|ua|co|tv';
// Names of fields are written with capital letters as `Contact.Net` is, and addresses of mail go anywhere.
const host = new RegExp(
  `(?<![\\w@.-])(?:[a-z0-9][a-z0-9-]*\\.)+(?:${ends})(?!\\.?[\\w-])|(?<![\\w@.-])(?:[A-Z0-9][A-Z0-9-]*\\.)+(?:${ends.toUpperCase()})(?!\\.?[\\w-])`,
);
const port =
  /^[a-z][a-z0-9-]*:(?!(?:19|20)\d\d$)\d{4,5}$|(?<![\w.-])[a-z][a-z-]{0,62}(?:\d[a-z0-9-]{0,62}|-[a-z-]{1,62}):\d{4,5}(?!\w)/i;

const valuePatterns: readonly { readonly form: RegExp; readonly says: string }[] = [
  { form: /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i, says: 'an id' },
  { form: /(?<![\w+.,-])\d{10,}(?![\w.,]*\d)/, says: 'an id' },
  { form: /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}\b/i, says: 'an id' },
  {
    form: /\b(?=[A-Z]*[a-z\d])(?=\w{0,18}[a-z])(?=\w{0,18}[A-Z])(?=(?:[A-Za-z]*\d){3})[A-Za-z\d]{15,19}\b/,
    says: 'an id',
  },
  { form: /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S/i, says: 'an address' },
  { form: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\w)/, says: 'the address of a machine' },
  { form: /\b(?:[0-9a-f]{1,4}:){3,}[0-9a-f:]+/i, says: 'the address of a machine' },
  {
    form: /(?<![\w:])(?=[a-f:]*\d)(?:[0-9a-f]{1,4}:){0,6}:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6}(?![\w:])/i,
    says: 'the address of a machine',
  },
  { form: host, says: 'the name of a machine' },
  { form: port, says: 'the name of a machine' },
  {
    form: /(?<![\w:/])\/\/[a-z0-9][\w.-]*\/|\\\\[a-z0-9][\w.-]*\\/i,
    says: 'the name of a machine',
  },
  { form: /\blocalhost\b/i, says: 'the name of a machine' },
];
