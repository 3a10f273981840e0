import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from './draw.ts';
import { drawSecret, dropEmpty, evolve } from './evolve.ts';

type Spec = WrittenAccount['spec'];
type Settings = Pick<
  Spec,
  | 'displayName'
  | 'description'
  | 'timezone'
  | 'auditInfo'
  | 'taskAuditInfo'
  | 'retention'
  | 'errorWebhook'
>;

/** The account's own settings in the next version of its manifest. */
export function drawSettings(draw: Draw, before: Spec | null): Settings {
  const last = <K extends keyof Settings>(key: K) => before && { value: before[key] };
  return dropEmpty({
    displayName: evolve(draw, last('displayName'), () =>
      draw.pick(['Northwind', 'Northwind: #1', "Größe O'Hara"]),
    ),
    description: evolve(draw, last('description'), () => drawText(draw)),
    timezone: evolve(draw, last('timezone'), () =>
      draw.pick(['Europe/Berlin', 'UTC', 'Asia/Kolkata']),
    ),
    auditInfo: evolve(draw, last('auditInfo'), () => drawText(draw)),
    taskAuditInfo: evolve(draw, last('taskAuditInfo'), () => drawText(draw)),
    retention: evolve(draw, last('retention'), () => drawHours(draw)),
    errorWebhook: evolve(draw, last('errorWebhook'), () =>
      drawWebhook(draw, before?.errorWebhook ?? null),
    ),
  });
}

/** A description or audit text, or the word that clears it. */
export function drawText(draw: Draw): string | null {
  return draw.pick(['for the sales team', 'a: b #c', null]);
}

/** Retention of an account or a cycle. */
export function drawHours(draw: Draw): NonNullable<Spec['retention']> | null {
  if (draw.chance(15)) return null;
  const hours = (): number | null => draw.pick([120, 0, 1, 744, null]);
  const both = { successHours: hours(), erroredHours: hours() };
  const { successHours, erroredHours } = both;
  return draw.pick([both, { successHours }, { erroredHours }]);
}

type Webhook = NonNullable<Spec['errorWebhook']>;

// Often only what travels with the address changes.
function drawWebhook(draw: Draw, before: Webhook | null): Spec['errorWebhook'] {
  if (draw.chance(25)) return null;
  const url = before !== null && draw.chance(50) ? before.url : drawUrl(draw);
  return { url, ...(draw.chance(60) ? { includeWarnings: draw.chance(50) } : {}) };
}

function drawUrl(draw: Draw): Webhook['url'] {
  if (draw.chance(30)) return drawSecret(draw);
  return draw.pick(['https://hooks.example.com/a', 'https://hooks.example.com/b']);
}
