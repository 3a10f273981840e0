import { toHash } from '../../../kit/hash.ts';
import type { PlannedSecret } from '../../../model/plan/plan.ts';
import type { Secrets } from '../../../model/ports.ts';
import {
  type Fingerprint,
  formatSecretRef,
  type SecretRef,
  SecretValue,
  toFingerprint,
} from '../../../model/secret/secret.ts';
import type { OpenedSecrets } from '../../../secrets/open-secrets.ts';

/** Texts in place of secrets, which have the fingerprints of these. */
export type StandIns = {
  /** Values of references are stand-ins; fingerprints of stand-ins are those of the secrets. */
  readonly secrets: OpenedSecrets;
  /** The stand-in of a secret of this fingerprint; null is a secret of which nothing is known. */
  toText(print: Fingerprint | null): string;
};

/** It is valid as an address too, and leads nowhere. */
const form = /https:\/\/stand-in\.invalid\/\d+/g;

/**
 * Makes stand-ins for the secrets of a plan. Only a reference to which the plan has several fingerprints is
 * read, because it is a password that is sent with different names.
 */
export function makeStandIns(real: OpenedSecrets, planned: Iterable<PlannedSecret>): StandIns {
  const prints = new Map<string, Set<Fingerprint | null>>();
  for (const { from, print } of planned) {
    const known = prints.get(from) ?? new Set();
    prints.set(from, known.add(print));
  }
  const texts = new Map<string, string>();
  const known = new Map<string, Fingerprint | SecretValue | null>();
  const toStandIn = (key: string, means: Fingerprint | SecretValue | null): string => {
    const text = texts.get(key) ?? `https://stand-in.invalid/${texts.size + 1}`;
    texts.set(key, text);
    known.set(text, means);
    return text;
  };
  const findPlanned = (ref: SecretRef) => [...(prints.get(formatSecretRef(ref)) ?? [])];
  const secrets: Secrets = {
    expect: (refs) => real.expect(refs.filter((ref) => findPlanned(ref).length > 1)),
    read: async (ref) => {
      const found = findPlanned(ref);
      const [print] = found;
      if (found.length > 1) {
        const value = await real.read(ref);
        if (value === null) return null;
        return new SecretValue(toStandIn(`reference ${formatSecretRef(ref)}`, value));
      }
      if (print === null) return null;
      const key = print ?? `reference ${formatSecretRef(ref)}`;
      return new SecretValue(toStandIn(key, print ?? null));
    },
    bind: async (ref) => {
      const found = findPlanned(ref);
      const [print] = found;
      if (found.length > 1) return real.bind(ref);
      if (print === null) return { ref, fingerprint: null, lack: 'not-set' };
      return { ref, fingerprint: print ?? toUnknown(formatSecretRef(ref)) };
    },
    fingerprint: (text) => fingerprint(text, real, known),
  };
  return {
    secrets: { ...real, ...secrets },
    toText: (print) => (print === null ? toStandIn(`unknown ${texts.size}`, null) : toStandIn(print, print)),
  };
}

function fingerprint(
  text: string,
  real: OpenedSecrets,
  known: ReadonlyMap<string, Fingerprint | SecretValue | null>,
): Fingerprint {
  const own = known.get(text);
  if (typeof own === 'string') return own;
  if (own instanceof SecretValue) return own.fingerprint((value) => real.fingerprint(value));
  if (own === null) return toUnknown(text);
  // A password and its name are sent as base64.
  const pair = Buffer.from(text, 'base64').toString('utf8');
  const parts = [...pair.matchAll(form)].map(([part]) => part);
  if (parts.length === 0) return real.fingerprint(text);
  const whole = parts.map((part) => known.get(part)).find((means) => typeof means === 'string');
  return whole ?? combine(pair, known).fingerprint((value) => real.fingerprint(value));
}

function combine(
  pair: string,
  known: ReadonlyMap<string, Fingerprint | SecretValue | null>,
): SecretValue {
  const rest = pair.split(form);
  const values = [...pair.matchAll(form)].map(([part]) => known.get(part));
  const parts = rest.flatMap((text, index): (string | SecretValue)[] => {
    const value = values[index];
    return value instanceof SecretValue ? [text, value] : [text];
  });
  return SecretValue.combine(parts, (texts) =>
    Buffer.from(texts.join(''), 'utf8').toString('base64'),
  );
}

function toUnknown(text: string): Fingerprint {
  return toFingerprint('stand-in', toHash(text));
}
