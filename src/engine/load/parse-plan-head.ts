import type { PlanChoices, PlanEnvelope, PlanSummary, PlanTarget } from '../../model/plan/plan.ts';

/** Head of a plan file. */
export type SavedHead = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly summary: PlanSummary;
  readonly envelope: PlanEnvelope;
  readonly digest: string;
  readonly seal: string;
};

/** Parses the head of a plan file before any of it is trusted; `lacks` names the missing part. */
export function parsePlanHead(
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
  const { environment, service, address } = toRecord(value);
  return (
    typeof environment === 'string' &&
    (service === 'emulator' || service === 'remote') &&
    typeof address === 'string'
  );
}

function isChoices(value: unknown): value is PlanChoices {
  const { rewrite, allowDeletes, allowReplace, allowNewWebhookUrls, undoes, ...named } =
    toRecord(value);
  const { reverts, destroys, runs } = named;
  if ([reverts, destroys, runs].some((each) => each !== undefined && !isTexts(each))) return false;
  if (undoes !== undefined && typeof undoes !== 'string') return false;
  const isChosen = [rewrite, allowReplace, allowNewWebhookUrls].every(
    (choice) => typeof choice === 'boolean',
  );
  return isChosen && (allowDeletes === null || isCount(allowDeletes));
}

// A timestamp in our format, and a valid date.
function isEnvelope(value: unknown): value is PlanEnvelope {
  const { createdAt, tool } = toRecord(value);
  if (typeof createdAt !== 'string' || typeof tool !== 'string') return false;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(createdAt);
  return isInstant && !Number.isNaN(Date.parse(createdAt));
}

function isSummary(value: unknown): value is PlanSummary {
  const { notOffered, newWebhookUrls, ...counts } = toRecord(value);
  const numbers = Object.values(counts);
  return (
    [notOffered, newWebhookUrls].every(isTexts) && numbers.length > 0 && numbers.every(isCount)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
