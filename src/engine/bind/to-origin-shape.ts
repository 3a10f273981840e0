import { type CycleShape, toTemplateShape } from '../../model/live/cycle-shape.ts';
import type { ConnectorRelease, LiveStep, NamedItem, NamedParts } from '../../model/live/live.ts';

/**
 * The shape of the cycles that a template or a file makes. A parameter of the name of an
 * account-level property may have its value from the connector: what it begins with is unknown.
 */
export function toOriginShape(
  parts: NamedParts,
  releases: readonly ConnectorRelease[],
): CycleShape {
  const steps = parts.steps.map((step): LiveStep => {
    const own = releases.filter(({ name }) => name === step.connectorName);
    const names = new Set(own.flatMap(({ properties }) => properties.map(({ name }) => name)));
    if (!step.parameters.some(({ name }) => names.has(name))) return step;
    return {
      ...step,
      parameters: step.parameters.map((item) =>
        names.has(item.name) ? withoutInitial(item) : item,
      ),
    };
  });
  return toTemplateShape({ ...parts, steps });
}

function withoutInitial({ initial: _, ...item }: NamedItem): NamedItem {
  return item;
}
