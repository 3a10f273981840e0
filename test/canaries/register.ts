import { type Form, listForms, squeeze } from './list-forms.ts';

/**
 * A secret in a place that must not have one. Without its value, so that no test report shows it.
 */
export type Finding = { readonly name: string; readonly form: string };

type Registered = { readonly name: string; readonly forms: readonly Form[] };

// Words shorter than this stand for secrets in some tests, and in unrelated texts by chance.
const shortestSecret = 8;

const registered = new Map<string, Registered>();
let made = 0;

/** A unique new secret, with the characters that encoders treat specially. */
export function makeCanary(name: string): string {
  return register(name, `canary-${nextNumber()}+ä/"${name}' &=`);
}

/** One that a header of HTTP can carry. */
export function makeHeaderCanary(name: string): string {
  return register(name, `canary-${nextNumber()}+/"${name}'~&=`);
}

/** A secret of two lines, as a file can hold one. */
export function makeLongCanary(name: string): string {
  const first = `canary-${nextNumber()}+ö/"${name}' =`;
  return register(name, `${first}\nrest-of-it-${nextNumber()}:\\&${name}`);
}

/** Lets a text that a test chose be looked for as well. */
export function registerSecret(name: string, value: string): void {
  if (value.length >= shortestSecret) register(name, value);
}

/** The same for what a command is started with: credentials, keys, and the password of a database. */
export function registerEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (/SECRET|KEY|TOKEN|PASSWORD/.test(name) && !/FILE$/.test(name)) registerSecret(name, value);
    const password = /^\w+:\/\/[^:@/]*:([^@]+)@/.exec(value)?.[1];
    if (password !== undefined) registerSecret(`the password in ${name}`, password);
  }
}

/** Forgets all, so that one test file is not searched for the secrets of another. */
export function forgetSecrets(): void {
  registered.clear();
}

/** True if there is a secret to search for. */
export function hasSecrets(): boolean {
  return registered.size > 0;
}

/** Secrets in the content, each in one of its encoded forms. */
export function findCanaries(content: string | Uint8Array): readonly Finding[] {
  if (registered.size === 0) return [];
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  const whole = squeeze(text);
  // Reports draw a margin before the lines of a long value.
  const bare = /\n\s*[|│>]/.test(text) ? squeeze(text.replaceAll(/\n\s*[|│>]+/g, '')) : '';
  return [...registered.values()].flatMap(({ name, forms }) => {
    const form = forms.find((each) => whole.includes(each.text) || bare.includes(each.text));
    return form === undefined ? [] : [{ name, form: form.name }];
  });
}

function register(name: string, value: string): string {
  if (!registered.has(value)) registered.set(value, { name, forms: listForms(value) });
  return value;
}

// The number of the process keeps the workers apart, each of which counts for itself.
function nextNumber(): string {
  made += 1;
  return `${process.pid}x${made}z`;
}
