import { startHash } from '../../kit/hash.ts';
import { parseJsonText, toMembers } from '../../kit/json/json.ts';
import { formatShapeFault, type Shape, shapes } from '../../kit/json/shapes.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { accountPlanShape, diagnosticsShape } from '../../model/plan/account-plan-shape.ts';
import {
  type PlanChoices,
  type PlanEnvelope,
  type PlanSummary,
  type PlanTarget,
  planFormat,
  readableFormats,
} from '../../model/plan/plan.ts';
import type { PlannedAccount } from '../../model/report/report.ts';

/** Head of a plan file. */
type SavedHead = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly summary: PlanSummary;
  readonly envelope: PlanEnvelope;
  readonly digest: string;
  readonly seal: string;
};

const { text, flag, object, byTag } = shapes;

const planned = byTag('kind', {
  planned: object({ plan: accountPlanShape }),
  unplanned: object({
    account: text,
    diagnostics: diagnosticsShape,
    isUnread: flag,
  }),
} satisfies Record<PlannedAccount['kind'], Shape>);

// Lines of a plan file that are no account, because each account has a line of its own.
const frame = /^(?:[{}]|\],|"(?:envelope|format|target|options|accounts|summary|digest|seal)":.*)$/;

/** A complete plan file: its head and counts; its accounts are read again line by line. */
export type SavedPlan = Omit<SavedHead, 'seal'> & {
  /** The signature in the file, and the digest of everything before it. */
  readonly seal: { readonly says: string; readonly of: string };
};

type PlanReading = { readonly plan: SavedPlan } | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads a plan file to its end and checks its structure, accounts, version and digest, with one line
 * in memory at a time. The signature is checked later, with the key.
 */
export async function readPlan(lines: AsyncIterable<string>): Promise<PlanReading> {
  const [hash, whole] = [startHash(), startHash()];
  const parts = new Map<string, unknown>();
  const ends: string[] = [];
  let isFirst = true;
  let damage: string | null = null;
  let at = 0;
  for await (const line of lines) {
    at += 1;
    if (isFirst && line !== '{') return refuse('it does not start like a plan', otherFile);
    const part = parsePart(line);
    if (part === 'broken') return refuse('a line of it is not JSON');
    if (part === 'long') return refuse('a line of its head is too long');
    if (part !== null && parts.has(part.name)) return refuse(`it has ${part.name} twice`);
    const isSigned = part?.name !== 'envelope' && part?.name !== 'digest';
    if (isSigned && !isFirst && !parts.has('digest')) hash.add(`${line}\n`);
    if (parts.has('digest') && !parts.has('seal') && part?.name !== 'seal')
      return refuse(line === '}' ? 'it has no signature' : 'it has content after its digest');
    if (parts.has('seal')) ends.push(line);
    else if (part?.name !== 'seal') whole.add(`${line}\n`);
    if (ends.length > 1) return refuse('it has content after its end');
    if (part !== null) parts.set(part.name, part.value);
    const format = parts.get('format') ?? planFormat;
    if (!readableFormats.includes(String(format))) {
      return refuse(
        `its format is ${JSON.stringify(format).slice(0, 80)}, but this version applies ${planFormat}`,
      );
    }
    isFirst = false;
    if (part === null) damage ??= findDamage(line, at);
  }
  if (!parts.has('digest')) return refuse('it has no digest, so it is incomplete');
  if (parts.get('digest') !== hash.end())
    return refuse('it was changed: its digest does not match');
  if (ends[0] !== '}') return refuse('it is incomplete');
  // After the digest, because it explains most damage.
  if (damage !== null) return refuse(damage);
  return toSavedPlan(parts, whole.end());
}

function findDamage(line: string, at: number): string | null {
  const parsed = parsePlannedAccount(line);
  return parsed !== null && 'wrong' in parsed ? `line ${at} ${parsed.wrong}` : null;
}

function toSavedPlan(parts: ReadonlyMap<string, unknown>, of: string): PlanReading {
  const parsed = parsePlanHead(parts);
  if ('lacks' in parsed) return refuse(parsed.lacks);
  const { head } = parsed;
  return { plan: { ...head, seal: { says: head.seal, of } } };
}

/**
 * Reads the accounts of a plan file one at a time. Throws `OperationalError` for a damaged one, which
 * `readPlan` refuses.
 */
export async function* readPlannedAccounts(
  lines: AsyncIterable<string>,
): AsyncGenerator<PlannedAccount, void, undefined> {
  let at = 0;
  for await (const line of lines) {
    at += 1;
    const parsed = parsePlannedAccount(line);
    if (parsed === null) continue;
    if ('wrong' in parsed)
      throw new OperationalError(`the plan is damaged: line ${at} ${parsed.wrong}`, {
        remedy: again,
      });
    yield parsed.account;
  }
}

const again = 'Make a new plan with cyclectl plan --out FILE.';

const otherFile =
  'Name a file that cyclectl plan --out FILE wrote. Without a file, apply makes a plan itself.';

const partNames = ['envelope', 'format', 'target', 'options', 'summary', 'digest', 'seal'];

/** Far longer than any part of a head. */
const maxPartLength = 65_536;

type Part = { readonly name: string; readonly value: unknown };

// Each line holds one part, because the digest does not cover text beside the envelope.
function parsePart(line: string): Part | 'broken' | 'long' | null {
  const name = partNames.find((item) => line.startsWith(`"${item}":`));
  if (name === undefined) return null;
  if (line.length > maxPartLength) return 'long';
  const value = parseJsonText(line.slice(name.length + 3).replace(/,$/, ''));
  return value === undefined ? 'broken' : { name, value };
}

function refuse(why: string, remedy = again): { readonly diagnostics: readonly Diagnostic[] } {
  return {
    diagnostics: [
      reportError('plan-invalid', {
        summary: `The file is not a valid plan: ${why}`,
        remedy,
      }),
    ],
  };
}

/** Parses one account of a plan file; `wrong` says why it is none. Null for lines of other parts. */
function parsePlannedAccount(
  line: string,
): { readonly account: PlannedAccount } | { readonly wrong: string } | null {
  if (frame.test(line)) return null;
  const value = parseJsonText(line.endsWith(',') ? line.slice(0, -1) : line);
  if (value === undefined) return { wrong: 'is not an account in JSON' };
  const fault = planned(value, '');
  if (fault === null) return { account: value as PlannedAccount };
  return { wrong: `has an account where ${toVisible(formatShapeFault(fault))}` };
}

/** Parses the head of a plan file before any of it is trusted; `lacks` names the missing part. */
function parsePlanHead(
  parts: ReadonlyMap<string, unknown>,
): { readonly head: SavedHead } | { readonly lacks: string } {
  const { target, options, summary, envelope, digest, seal } = Object.fromEntries(parts);
  if (!isTarget(target)) return { lacks: 'it has no target' };
  if (!isEnvelope(envelope)) return { lacks: 'it has no valid creation time' };
  if (!isChoices(options) || !isSummary(summary)) {
    return { lacks: 'it has no options or counts' };
  }
  if (typeof digest !== 'string' || typeof seal !== 'string')
    return { lacks: 'it has no signature' };
  return { head: { target, options, summary, envelope, digest, seal } };
}

function isTarget(value: unknown): value is PlanTarget {
  const { environment, service, address } = toMembers(value);
  return (
    typeof environment === 'string' &&
    (service === 'emulator' || service === 'remote') &&
    typeof address === 'string'
  );
}

function isChoices(value: unknown): value is PlanChoices {
  const { rewrite, allowDeletes, allowReplace, allowNewWebhookUrls, undoes, ...named } =
    toMembers(value);
  const { reverts, destroys, runs, allowOrphans = 0 } = named;
  if ([reverts, destroys, runs].some((each) => each !== undefined && !isTexts(each))) return false;
  if (named.leaving !== undefined && named.leaving !== true) return false;
  if (undoes !== undefined && typeof undoes !== 'string') return false;
  const isChosen = [rewrite, allowReplace, allowNewWebhookUrls].every(
    (choice) => typeof choice === 'boolean',
  );
  return isChosen && isCount(allowOrphans) && (allowDeletes === null || isCount(allowDeletes));
}

// A timestamp in our format, and a valid date.
function isEnvelope(value: unknown): value is PlanEnvelope {
  const { createdAt, tool } = toMembers(value);
  if (typeof createdAt !== 'string' || typeof tool !== 'string') return false;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(createdAt);
  return isInstant && !Number.isNaN(Date.parse(createdAt));
}

function isNotRead(value: unknown): boolean {
  if (value === undefined) return true;
  const { first, ...counts } = toMembers(value);
  const { accounts, accountsInPart, cycles } = counts;
  return [accounts, accountsInPart, cycles].every(isCount) && isTexts(first);
}

function isSummary(value: unknown): value is PlanSummary {
  const { notOffered, newWebhookUrls, notRead, ...counts } = toMembers(value);
  const numbers = Object.values(counts);
  return (
    [notOffered, newWebhookUrls].every(isTexts) &&
    isNotRead(notRead) &&
    numbers.length > 0 &&
    numbers.every(isCount)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
