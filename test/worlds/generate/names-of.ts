import type {
  World,
  WorldField,
  WorldMethod,
  WorldStep,
  WorldTemplate,
} from '../../../src/emulator/world/file/world.ts';
import { latestOf } from './generate-world.ts';

/** A step of a template under the one name by which a manifest can mean it. */
export type StepName = {
  readonly label: string;
  readonly method: WorldMethod;
  readonly index: number;
};

/** The steps that a manifest can name, worked out from the words of FORMAT alone. */
export function listStepNames(world: World, template: WorldTemplate): StepName[] {
  const names = template.steps.map((step) => step.name);
  const seen = new Map<string, number>();
  return template.steps.flatMap((step, index): StepName[] => {
    const ordinal = (seen.get(step.name) ?? 0) + 1;
    seen.set(step.name, ordinal);
    const isAlone = names.filter((name) => name === step.name).length === 1;
    const label = isAlone ? step.name : `${step.name}#${ordinal}`;
    // A full name that ends so wins, and the step behind it has no name of its own.
    if (!isAlone && names.includes(label)) return [];
    return [{ label, method: methodOf(world, step), index }];
  });
}

/** Its slots in the order of execution, with the connector that each takes. */
export function listSlots(
  template: WorldTemplate,
): { readonly slot: string; readonly kind: string }[] {
  const slots = [...new Set(template.steps.map((step) => step.connector))];
  return slots.map((slot) => ({ slot, kind: slot.replace(/#\d+$/, '') }));
}

/** The Location of a field, however the world writes it. */
export function locate(field: string | WorldField): string {
  return typeof field === 'string' ? field : field.location;
}

/** True if its cycles start from outside. */
export function isWebhook(world: World, template: WorldTemplate): boolean {
  const [first] = template.steps;
  return first !== undefined && methodOf(world, first).type === 'Webhook';
}

function methodOf(world: World, step: WorldStep): WorldMethod {
  const kind = step.connector.replace(/#\d+$/, '');
  const connector = world.connectors?.find((each) => each.name === kind);
  const methods = connector === undefined ? [] : (latestOf(connector).methods ?? []);
  const method = methods.find((each) => each.name === (step.method ?? step.name));
  if (method === undefined) throw new Error(`The world has no method for ${step.name}`);
  return method;
}
