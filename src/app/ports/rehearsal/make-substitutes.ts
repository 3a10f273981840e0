import { toHash } from '../../../kit/hash.ts';
import { parseJsonText } from '../../../kit/json/json.ts';
import type { FieldPath, ObjectKind } from '../../../model/address.ts';
import type { RemoteId } from '../../../model/live/live.ts';
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
export type Substitutes = {
  /** Values of references are substitutes; fingerprints of substitutes are those of the secrets. */
  readonly secrets: OpenedSecrets;
  /** The substitute of a secret at a place. */
  toText(secret: KnownSecret, place: SecretPlace): string;
};

/** Fingerprints of a secret: of its text, and as a member of its object; null where one is not known. */
export type KnownSecret = {
  readonly print: Fingerprint | null;
  readonly member: Fingerprint | null;
};

/** A member of an object of the service. */
export type SecretPlace = {
  readonly kind: ObjectKind;
  readonly id: RemoteId;
  readonly path: FieldPath;
};

/** It is valid as an address too, and leads nowhere. */
const form = /https:\/\/substitute\.invalid\/\d+/g;

/** The secret of a substitute: its fingerprint, if that is known, and its value, if it was read. */
type Meaning = { readonly print: Fingerprint | null; readonly value: SecretValue | null };

/**
 * Makes substitutes for the secrets of a plan. None is read, unless the plan has several fingerprints of a
 * reference: it is sent with different names then.
 */
export function makeSubstitutes(
  real: OpenedSecrets,
  planned: Iterable<PlannedSecret>,
): Substitutes {
  const prints = new Map<string, Set<Fingerprint | null>>();
  for (const { from, print } of planned) {
    const known = prints.get(from) ?? new Set();
    prints.set(from, known.add(print));
  }
  const readsValues = [...prints.values()].some(({ size }) => size > 1);
  const texts = new Map<string, string>();
  const meanings = new Map<string, Meaning>();
  const members = new Map<string, Member>();
  const toSubstitute = (key: string, meaning: Meaning): string => {
    const text = texts.get(key) ?? `https://substitute.invalid/${texts.size + 1}`;
    texts.set(key, text);
    meanings.set(text, { ...meaning, value: meaning.value ?? meanings.get(text)?.value ?? null });
    return text;
  };
  const findPlanned = (ref: SecretRef) => [...(prints.get(formatSecretRef(ref)) ?? [])];
  const secrets: Secrets = {
    expect: (refs) => (readsValues ? real.expect(refs) : undefined),
    read: async (ref) => {
      const [print, other] = findPlanned(ref);
      if (print === null && other === undefined) return null;
      const value = readsValues ? await real.read(ref) : null;
      if (other !== undefined && value === null) return null;
      const own = other === undefined ? (print ?? null) : null;
      const key = own ?? `reference ${formatSecretRef(ref)}`;
      return new SecretValue(toSubstitute(key, { print: own, value }));
    },
    bind: async (ref) => {
      const [print, other] = findPlanned(ref);
      if (other !== undefined) return real.bind(ref);
      if (print === null) return { ref, fingerprint: null, lack: 'not-set' };
      return { ref, fingerprint: print ?? toUnknown(formatSecretRef(ref)) };
    },
    fingerprint: (text) => findMember(text, members) ?? fingerprint(text, real, meanings),
  };
  return {
    secrets: { ...real, ...secrets },
    toText: ({ print, member }, { kind, id, path }) => {
      const text = toSubstitute(print ?? `unknown ${texts.size}`, { print, value: null });
      if (member !== null) members.set(JSON.stringify([kind, id, path]), { text, print: member });
      return text;
    },
  };
}

type Member = { readonly text: string; readonly print: Fingerprint };

// A member of an object has a fingerprint of its place and value (`printMember`).
function findMember(text: string, members: ReadonlyMap<string, Member>): Fingerprint | null {
  if (!text.startsWith('["') || text.search(form) < 0) return null;
  const place = parseJsonText(text);
  if (!Array.isArray(place)) return null;
  const member = members.get(JSON.stringify(place.slice(0, 3)));
  return member !== undefined && text.includes(`"${member.text}"`) ? member.print : toUnknown(text);
}

function fingerprint(
  text: string,
  real: OpenedSecrets,
  meanings: ReadonlyMap<string, Meaning>,
): Fingerprint {
  const own = meanings.get(text);
  if (own !== undefined) return own.print ?? printValue(own.value, real) ?? toUnknown(text);
  // A password and its name are sent as base64; the plan has the fingerprint of both under the first reference.
  const pair = Buffer.from(text, 'base64').toString('utf8');
  const parts = [...pair.matchAll(form)].map(([part]) => meanings.get(part));
  const [first] = parts;
  if (first === undefined) return real.fingerprint(text);
  return first.print ?? printValue(combine(pair, parts), real) ?? toUnknown(text);
}

function printValue(value: SecretValue | null, real: OpenedSecrets): Fingerprint | null {
  return value === null ? null : value.fingerprint((text) => real.fingerprint(text));
}

// The pair with the values in place of their substitutes; null if one was not read.
function combine(pair: string, parts: readonly (Meaning | undefined)[]): SecretValue | null {
  const values = parts.flatMap((part) => part?.value ?? []);
  if (values.length < parts.length) return null;
  const pieces = pair
    .split(form)
    .flatMap((text, index): (string | SecretValue)[] => [text, ...values.slice(index, index + 1)]);
  return SecretValue.combine(pieces, (texts) =>
    Buffer.from(texts.join(''), 'utf8').toString('base64'),
  );
}

function toUnknown(text: string): Fingerprint {
  return toFingerprint('substitute', toHash(text));
}
