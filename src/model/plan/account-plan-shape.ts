import { type Shape, shapes } from '../../kit/json/shapes.ts';
import { valueShapes } from '../fields/value-shapes.ts';
import { type Change, impacts } from './change.ts';
import type { Action } from './operation.ts';

const { text, texts, number, moment, flag, oneOf, orNull, optional, list, map, object, byTag } =
  shapes;

const whole = object({});
const withPath = object({ path: text });
const withPaths = object({ paths: texts });

const actions = {
  'create-account': withPaths,
  'update-account': withPaths,
  'delete-account': whole,
  'install-connector': withPaths,
  'update-connector': withPaths,
  'set-property': withPath,
  'create-category': withPath,
  'delete-connector': whole,
  'install-template': whole,
  'import-cycle': whole,
  'update-cycle': withPaths,
  'bind-slots': withPaths,
  'set-variables': withPaths,
  'set-mapping': object({
    slot: oneOf('parameters', 'fields'),
    path: text,
    launch: optional(text),
  }),
  'pause-cycle': object({ restart: orNull(valueShapes.schedule) }),
  'activate-cycle': object({ schedule: valueShapes.schedule }),
  'delete-cycle': whole,
  'run-cycle': object({ at: orNull(moment), previous: orNull(text) }),
  'cancel-run': object({ at: moment }),
} satisfies Record<Action['kind'], Shape>;

const operation = object({
  id: text,
  address: text,
  does: text,
  action: byTag('kind', actions),
  repeat: oneOf('safe', 'check-first', 'never'),
  after: texts,
  window: orNull(text),
});

const at = orNull(
  object({
    file: text,
    line: number,
    column: number,
    endLine: number,
    endColumn: number,
    pointer: text,
  }),
);

const fields = list(
  object({
    path: text,
    before: valueShapes.shown,
    after: valueShapes.shown,
    secret: flag,
    moved: text,
    at,
  }),
);

const base = {
  address: text,
  kind: oneOf('account', 'connector', 'cycle'),
  name: text,
  impact: oneOf(...impacts),
  reasons: texts,
  at,
};

const changes = {
  create: object({ ...base, origin: text, fields }),
  update: object({ ...base, fields }),
  replace: object({ ...base, origin: text, fields, remoteId: text, webhooks: texts }),
  adopt: object({ ...base, remoteId: text }),
  delete: object({ ...base, remoteId: text }),
  forget: object({ ...base, path: orNull(text) }),
  run: object({ ...base, runsAt: orNull(moment), cancels: flag }),
} satisfies Record<Change['verb'], Shape>;

/** Shape of the diagnostics in a plan, as far as they are read back. */
export const diagnosticsShape = list(
  object({ code: text, severity: oneOf('error', 'warning'), summary: text }),
);

/** Shape of `AccountPlan`, as saved plans and journals have it. */
export const accountPlanShape: Shape = object({
  account: text,
  id: text,
  isNew: flag,
  desired: text,
  revision: optional(text),
  secrets: list(object({ address: text, path: text, from: text, print: orNull(text) })),
  changes: list(byTag('verb', changes)),
  operations: list(operation),
  expects: list(
    object({
      address: text,
      id: orNull(text),
      isActive: optional(flag),
      before: optional(map(valueShapes.expected)),
    }),
  ),
  // Only the kind of a notice is read back.
  notices: list(object({ kind: text })),
  notOffered: texts,
  notReadable: number,
  hasNews: flag,
  requests: optional(object({ plan: number, apply: number })),
  refused: optional(
    list(
      object({
        address: text,
        kind: oneOf('account', 'connector', 'cycle'),
        diagnostics: diagnosticsShape,
      }),
    ),
  ),
});
