import type { Blueprint, Input } from '../../../model/manifest/blueprint.ts';

type Inputs = Blueprint['inputs'];

/** Values of inputs in a layer, or its columns. */
type GivenNames = Readonly<Record<string, unknown>>;

/** Finds an input by its name in a layer: also by an earlier one, unless the layer has both. */
export function findInput(inputs: Inputs, name: string, given: GivenNames): Input | undefined {
  const heir = () => [...inputs.values()].find(({ renamedFrom }) => renamedFrom === name);
  const input = inputs.get(name) ?? heir();
  return input !== undefined && input.name !== name && Object.hasOwn(given, input.name)
    ? undefined
    : input;
}

/** Returns the values of a layer by the names that inputs have now. */
export function normaliseInputs(inputs: Inputs, given: GivenNames): GivenNames {
  const isRenamed = [...inputs.values()].some(({ renamedFrom }) => renamedFrom !== undefined);
  if (!isRenamed) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      findInput(inputs, name, given)?.name ?? name,
      value,
    ]),
  );
}
