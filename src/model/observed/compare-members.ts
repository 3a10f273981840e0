import { formatCanonicalJson, isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, type ObjectKind, parsePath } from '../address.ts';
import { isMappingSource } from '../desired/mapping.ts';
import { toUnnumberedName } from '../desired/step-label.ts';
import { hasNoValue } from '../desired/to-mapping-source.ts';
import { type AnyDiff, isCycleDiff } from '../diff/field-diff.ts';
import { type LiveValue, type PlainValue, toShownText } from '../fields/field-value.ts';
import { findFieldRow } from '../fields/fields.ts';
import { normalise } from '../fields/normalise.ts';
import { listTypedTexts } from '../fields/typed-texts.ts';
import { withRenamedSteps } from '../live/steps/step-sources.ts';
import type { Fingerprinter } from '../plan/expectation.ts';
import type { HiddenTexts } from '../secret/hidden-texts.ts';
import { compareFingerprints, type Fingerprint } from '../secret/secret.ts';
import type { ObjectRecord } from '../state/account-state.ts';
import type { Baseline, BaselineValue } from './baseline.ts';
import { contentLists, findContentNormaliser, findList, isStepConnector } from './contents.ts';
import { type HiddenLists, isPossiblySame } from './hidden-names.ts';
import type { Members } from './observe-members.ts';
import { isSafeName } from './safe-name.ts';

/** Decides which texts are kept as fingerprints, and makes those. */
export type BaselineContext = { readonly hidden: HiddenTexts; readonly print: Fingerprinter };

/** Fields that an export never writes in clear, whatever they contain. */
const neverClear: ReadonlySet<string> = new Set(['errorWebhook/url']);

/**
 * Converts a member for the store: in clear, or its fingerprint. A stored one too, because a text that
 * was no secret then may be one now. `mayBeSecret` hides each text.
 */
export function toBaselineValue(
  object: AnyDiff,
  [path, member]: readonly [FieldPath, BaselineValue],
  {
    hidden,
    print,
    mayBeSecret = false,
  }: BaselineContext & { readonly mayBeSecret?: boolean | undefined },
): BaselineValue {
  if (member.kind === 'secret') return member;
  const { value } = member;
  const connectors = isCycleDiff(object) ? object.contents?.connectors : undefined;
  const name = isStepConnector(path) ? (connectors?.get(String(value)) ?? member.name) : undefined;
  const texts = [...listTypedTexts(value), ...(name === undefined ? [] : [name])];
  const hasText = texts.some((text) => text !== '');
  return (mayBeSecret && hasText) || isHidden(object, { path, texts }, hidden)
    ? { kind: 'secret', read: printMember(object, [path, value], print) }
    : { kind: 'plain', value, ...(name === undefined ? {} : { name }) };
}

// Returns whether a live member must be neither stored nor shown.
function isHidden(
  object: AnyDiff,
  { path, texts }: { readonly path: FieldPath; readonly texts: readonly string[] },
  hidden: HiddenTexts,
): boolean {
  const { address, kind, live } = object;
  if (live === null || texts.every((text) => text === '')) return false;
  const isMarked = isCycleDiff(object) && object.contents?.sensitive.has(path) === true;
  if (isMarked || neverClear.has(path)) return true;
  // Places of secrets are known by names as they are.
  if (findList(path) !== null && isSafeName(parsePath(path)[1] ?? '')) return true;
  const at = { object: address, live: { kind, id: live.id }, path };
  const name = parsePath(path).at(-1) ?? '';
  return texts.some((text) => hidden.hasAt(at, { name, text }));
}

/**
 * Compares a live member with its baseline. `unknown`: fingerprints of different keys. A property that
 * one side lacks has no value.
 */
export function compareMember(
  object: AnyDiff,
  path: FieldPath,
  sides: {
    readonly was: BaselineValue | undefined;
    readonly is: PlainValue | undefined;
    /** All that was read of the object. */
    readonly members: Members;
    readonly print: Fingerprinter;
  },
): 'same' | 'different' | 'unknown' {
  const { members, print } = sides;
  const baseline = object.record?.baseline ?? {};
  const was = sides.was ?? toAbsent(path, (list) => Object.hasOwn(baseline, list));
  const shown = toAbsent(path, (list) => members.has(list));
  const is = sides.is === undefined ? shown?.value : sides.is;
  if (was === undefined || is === undefined) return 'unknown';
  const now = normaliseMember(object.kind, path, is);
  if (was.kind === 'plain') {
    const before = normaliseMember(object.kind, path, was.value);
    if (isSameJson(before, now)) return 'same';
    return isPossiblySame(path, [before, now], findHidden(baseline, members))
      ? 'unknown'
      : 'different';
  }
  const compared = compareFingerprints(was.read, printMember(object, [path, now], print));
  return compared === 'not-comparable' ? 'unknown' : compared;
}

function findHidden(baseline: Baseline, members: Members): HiddenLists {
  const isHidden = (list: FieldPath) => members.has(list) !== Object.hasOwn(baseline, list);
  return {
    variables: isHidden(contentLists.variables),
    order: isHidden(contentLists.edges),
  };
}

// A step is `NAME#1` only while another one has its name.
function normaliseMember(kind: ObjectKind, path: FieldPath, value: PlainValue): PlainValue {
  const own = kind === 'cycle' ? findContentNormaliser(path) : null;
  const normalised = normalise(value, own ?? findFieldRow(kind, path).normaliser);
  if (!isMappingSource(normalised)) return normalised;
  if (hasNoValue(normalised)) return null;
  return withRenamedSteps(normalised, (name) => toUnnumberedName(name) ?? name);
}

/**
 * The value of a member that one side lacks: the service leaves out a property without a value, and of
 * a cycle that was read whole (`hasList`) all is shown that has a value.
 */
export function toAbsent(
  path: FieldPath,
  hasList: (list: FieldPath) => boolean,
): { readonly kind: 'plain'; readonly value: null | false } | undefined {
  if (path.startsWith('properties/')) return { kind: 'plain', value: null };
  const list = findList(path);
  if (list === null || list === path || !hasList(list)) return undefined;
  return { kind: 'plain', value: parsePath(path)[2] === 'launchVisible' ? false : null };
}

/** Returns whether a connector is signed in: it waits for someone, so that only the loss is a change. */
export function isSignIn(path: FieldPath, is: PlainValue | undefined): boolean {
  return path === 'auth' && is === true;
}

// With its place, because a short value could be guessed from the values of others. An id stays
// where an address may be renamed.
function printMember(
  { live, kind }: AnyDiff,
  [path, value]: readonly [FieldPath, PlainValue],
  print: Fingerprinter,
): Fingerprint {
  const text = [kind, live?.id, path, normaliseMember(kind, path, value)];
  return print(formatCanonicalJson(text));
}

/**
 * The baseline of a member of a record: the last applied value where Git has just released it. An
 * applied secret is the live value if that has its fingerprint.
 */
export function findBaselineValue(
  { applied, baseline = {} }: Pick<ObjectRecord, 'applied' | 'baseline'>,
  path: FieldPath,
  shown?: { readonly is: PlainValue | undefined; readonly print: Fingerprinter },
): BaselineValue | undefined {
  const sent = Object.hasOwn(applied, path) ? applied[path] : undefined;
  if (sent?.kind === 'plain') return toMember(path, sent.value);
  if (sent !== undefined && shown?.is !== undefined) {
    const text = toShownText(shown.is);
    const isSent = text !== null && shown.print(text) === (sent.read ?? sent.written);
    if (isSent) return { kind: 'plain', value: shown.is };
  }
  return Object.hasOwn(baseline, path) ? baseline[path] : undefined;
}

/** The baseline and the live value of a field as members; null where either is not known in clear. */
export function findBaselineSides(
  record: Pick<ObjectRecord, 'applied' | 'baseline'> | null,
  path: FieldPath,
  live: LiveValue | null,
): Readonly<Record<'was' | 'is', PlainSide>> | null {
  if (record?.baseline === undefined || live?.kind !== 'plain') return null;
  const { baseline } = record;
  const was =
    findBaselineValue(record, path) ?? toAbsent(path, (list) => Object.hasOwn(baseline, list));
  const is = toMember(path, live.value);
  return was?.kind === 'plain' && is?.kind === 'plain' ? { was, is } : null;
}

type PlainSide = Extract<BaselineValue, { readonly kind: 'plain' }>;

// A member has the cadence of a schedule alone, because each start moves its time.
function toMember(path: FieldPath, value: PlainValue): BaselineValue | undefined {
  // The state of a cycle that was never started.
  if (path === 'state' && value === null) return undefined;
  if (path !== 'schedule') return { kind: 'plain', value };
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind !== 'every') return undefined;
  return { kind: 'plain', value: { kind: 'every', every: value.every } };
}
