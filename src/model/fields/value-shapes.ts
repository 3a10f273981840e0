import { type Shape, shapes } from '../../kit/json/shapes.ts';
import type { MappingSource } from '../desired/mapping.ts';
import { intervals, type LiveSchedule } from '../desired/schedule.ts';
import type { BaselineValue } from '../observed/baseline.ts';
import type { ShownValue } from '../plan/change.ts';
import type { ExpectedValue } from '../plan/expectation.ts';
import type { StoredValue } from './field-value.ts';

const { text, texts, moment, oneOf, orNull, optional, object, byTag } = shapes;

const schedules = {
  every: object({ every: oneOf(...Object.keys(intervals)), startAt: optional(moment) }),
  once: object({ at: moment }),
  webhook: object({}),
} satisfies Record<LiveSchedule['kind'], Shape>;

const sources = {
  value: object({ value: text }),
  step: object({ step: text, field: text }),
  variable: object({ variable: text }),
  option: object({ option: text }),
  lookup: object({ value: text, label: optional(text) }),
  expression: object({ expression: text }),
  ignore: object({}),
  unknown: object({
    type: text,
    value: optional(text),
    step: optional(text),
    field: optional(text),
    lookup: optional(text),
    label: optional(text),
  }),
} satisfies Record<MappingSource['kind'], Shape>;

const structured = byTag('kind', { ...sources, ...schedules });
const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

const plain: Shape = (value, pointer) => {
  if (value === null || scalars.has(typeof value)) return null;
  return Array.isArray(value) ? texts(value, pointer) : structured(value, pointer);
};

const origin = optional(oneOf('sent', 'read', 'assumed'));

const stored = {
  plain: object({ value: plain, origin }),
  secret: object({
    origin,
    written: orNull(text),
    read: orNull(text),
    writtenAt: optional(text),
  }),
} satisfies Record<StoredValue['kind'], Shape>;

const member = {
  plain: object({ value: plain, name: optional(text) }),
  secret: object({ read: text }),
} satisfies Record<BaselineValue['kind'], Shape>;

const shown = {
  plain: object({ value: plain }),
  secret: object({ from: orNull(text) }),
  unknown: object({}),
} satisfies Record<ShownValue['kind'], Shape>;

const expected = {
  ...shown,
  secret: object({ print: orNull(text) }),
} satisfies Record<ExpectedValue['kind'], Shape>;

/** Shapes of the values of a field, in state and plans. */
export const valueShapes = {
  schedule: byTag('kind', schedules),
  /** Its origin is absent in records of before origins existed, and in journals. */
  stored: byTag('kind', stored),
  member: byTag('kind', member),
  shown: byTag('kind', shown),
  expected: byTag('kind', expected),
};
