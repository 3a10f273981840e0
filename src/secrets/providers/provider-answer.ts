import { parseBoundedJson } from '../../kit/json/bounded-json.ts';
import { isMap } from '../../kit/json/json.ts';
import { toShortText, toVisible } from '../../kit/text/visible-text.ts';
import { redactKnownSecrets, redactSecrets } from '../../model/secret/redact-secrets.ts';
import { isSecretText } from '../../model/secret/secret-name.ts';
import type { SecretReading } from './file-provider.ts';

/** Values of keys, or why each has none. */
export type KeyReadings = ReadonlyMap<string, SecretReading>;

/** Most keys that one process is asked for. */
export const maxKeys = 500;

/** Version of the protocol. */
const version = 1;

const maxNameLength = 100;
const maxReasonLength = 300;

/** The input of a provider. */
export function formatQuestion(keys: readonly string[]): string {
  return `${JSON.stringify({ version, references: keys.map((key) => ({ key })) })}\n`;
}

/** Readings of keys that all lack a value for one reason. */
export function toFailures(keys: readonly string[], reason: string): KeyReadings {
  return new Map(keys.map((key) => [key, { lack: 'provider-failed', reason }]));
}

/**
 * Parses the output of a provider. If it breaks the protocol, no key has a value. `secrets` are
 * texts that its messages must not show.
 */
export function parseAnswer(
  bytes: Uint8Array,
  keys: readonly string[],
  secrets: readonly string[],
): KeyReadings {
  const answer = parseObject(bytes);
  if (typeof answer === 'string') return toFailures(keys, answer);
  const values = readTexts(answer, 'values');
  const errors = readTexts(answer, 'errors');
  if (typeof values === 'string') return toFailures(keys, values);
  if (typeof errors === 'string') return toFailures(keys, errors);
  const hidden = [...secrets, ...values.values()];
  const wrong = findWrongKey({ values, errors, hidden }, new Set(keys));
  if (wrong !== null) return toFailures(keys, wrong);
  return new Map(
    keys.map((key): [string, SecretReading] => {
      const text = values.get(key);
      if (text !== undefined) return [key, text === '' ? { lack: 'empty' } : { text }];
      const error = errors.get(key);
      if (error === undefined) return [key, { lack: 'not-answered' }];
      const reason = toReason(error, hidden);
      return [key, { lack: 'refused', reason: reason === '' ? 'it gave no reason' : reason }];
    }),
  );
}

/** The last line of a text of a provider, redacted and cut; empty for one without words. */
export function toReason(text: string, secrets: readonly string[]): string {
  // Before the text is cut into lines, because a secret may have several.
  const hidden = [...secrets, ...secrets.flatMap(listLongLines)];
  const safe = redactKnownSecrets(redactSecrets(text, hidden));
  const lines = safe.split(/[\r\n]+/).filter((each) => each.trim() !== '');
  const line = lines.at(-1)?.trim() ?? '';
  return isSecretText(line) ? '[secret]' : toShortText(toVisible(line), maxReasonLength);
}

// Shorter ones are words of other texts too.
const leastHidden = 6;

function listLongLines(secret: string): readonly string[] {
  const lines = secret.split(/[\r\n]+/);
  return lines.length < 2 ? [] : lines.filter((each) => each.length >= leastHidden);
}

type Texts = ReadonlyMap<string, string>;

// A text is the fault of the output; it quotes nothing of it.
function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const answer = parseBoundedJson(text, { values: 4 * maxKeys, levels: 3 });
    if (!isMap(answer)) return 'its output is not a JSON object';
    return answer.version === version ? answer : `its output is not of version ${version}`;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      return 'its output is not a JSON object in UTF-8';
    throw error;
  }
}

function readTexts(
  answer: Readonly<Record<string, unknown>>,
  member: 'values' | 'errors',
): Texts | string {
  const written = Object.hasOwn(answer, member) ? answer[member] : {};
  if (!isMap(written)) return `"${member}" of its output is not an object`;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(written)) {
    if (typeof text !== 'string') return `"${member}" of its output has something else than texts`;
    texts.set(key, text);
  }
  return texts;
}

type Answered = {
  readonly values: Texts;
  readonly errors: Texts;
  readonly hidden: readonly string[];
};

function findWrongKey({ values, errors, hidden }: Answered, asked: ReadonlySet<string>) {
  const extra = [...values.keys(), ...errors.keys()].find((key) => !asked.has(key));
  if (extra !== undefined) {
    // Where keys and values changed places, the key is the secret.
    const isSwapped = [...values.values()].some((text) => asked.has(text));
    const name = isSwapped ? '[secret]' : toKeyName(extra, hidden);
    return `it answered the key ${name}, which was not asked for`;
  }
  const both = [...values.keys()].find((key) => errors.has(key));
  return both === undefined
    ? null
    : `it answered the key ${toKeyName(both, hidden)} with a value and an error`;
}

function toKeyName(key: string, hidden: readonly string[]): string {
  const shown = redactKnownSecrets(redactSecrets(key, hidden));
  return isSecretText(shown)
    ? '[secret]'
    : JSON.stringify(toShortText(toVisible(shown), maxNameLength));
}
