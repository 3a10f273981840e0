import type { Opening } from './open-run.ts';
import { planWidth } from './plan-file.ts';
import type { Workplace } from './wiring.ts';

/** The selected accounts of an opening, and what every look at one has. `rewrite` sends what nobody can verify. */
export function toRun<T extends Workplace>(opening: Opening, place: T, rewrite = false) {
  const { environment, project, keys, selected, named } = opening;
  const environments = project.environments;
  return {
    looking: { ...place, environment: environment.name, environments, keys, rewrite },
    entries: selected.entries,
    named,
    width: planWidth(environment),
  };
}
