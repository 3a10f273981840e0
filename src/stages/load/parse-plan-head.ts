import type { PlanChoices, PlanEnvelope, PlanSummary, PlanTarget } from '../../model/plan.ts';

// What a plan file says of itself is looked at before anything of it is believed.

export function isTarget(value: unknown): value is PlanTarget {
  const { environment, service, address } = toRecord(value);
  return (
    typeof environment === 'string' &&
    (service === 'emulator' || service === 'remote') &&
    typeof address === 'string'
  );
}

export function isChoices(value: unknown): value is PlanChoices {
  const { rewrite, allowDeletes } = toRecord(value);
  return typeof rewrite === 'boolean' && (allowDeletes === null || isCount(allowDeletes));
}

/** An instant as we write it, which is one of the calendar. */
export function isEnvelope(value: unknown): value is PlanEnvelope {
  const { createdAt, tool } = toRecord(value);
  if (typeof createdAt !== 'string' || typeof tool !== 'string') return false;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(createdAt) && isDate(createdAt);
}

export function isSummary(value: unknown): value is PlanSummary {
  const { notOffered, ...counts } = toRecord(value);
  const numbers = Object.values(counts);
  return (
    Array.isArray(notOffered) &&
    notOffered.every((item) => typeof item === 'string') &&
    numbers.length > 0 &&
    numbers.every(isCount)
  );
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
