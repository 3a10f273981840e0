import { expect } from 'vitest';
import { type Answer, type Caller, put, readBody } from '../support/start-emulator.ts';

/** A step of a cycle by its name. */
export async function readStep(
  caller: Caller,
  cycleId: string,
  name: string,
): Promise<Answer['body']> {
  const steps: readonly Answer['body'][] = await readBody(caller, `/cycles/${cycleId}/steps`);
  const step = steps.find((each) => each.Name === name);
  expect(step, name).toBeDefined();
  return step;
}

/** The id of what a step gives to later ones, by its Location; a webhook has it in RequestFields (SERVICE L). */
export function idOfResponse(step: Answer['body'], location: string): number {
  const { MethodType, RequestFields, ResponseFields } = step.Method;
  return idOf(MethodType === 'Webhook' ? RequestFields : ResponseFields, 'Location', location);
}

/** Maps a field of a step by its Location, or a parameter by its TargetName. */
export async function mapItem(
  caller: Caller,
  step: Answer['body'],
  { name, ...mapping }: { readonly name: string; readonly [key: string]: unknown },
): Promise<void> {
  const isField = step.Method.RequestFields.some((each: Answer['body']) => each.Location === name);
  const id = isField
    ? idOf(step.Method.RequestFields, 'Location', name)
    : idOf(step.Method.Parameters, 'TargetName', name);
  const path = `/steps/${step.Id}/${isField ? 'fieldmappings' : 'parameters'}/${id}`;
  expect((await put(caller, path, mapping)).status).toBe(200);
}

/** Gives an installed connector a credential. */
export async function authenticate(caller: Caller, name: string, AuthValue: string): Promise<void> {
  const found: readonly Answer['body'][] = await readBody(caller, '/account/connectors');
  const id = found.find((each) => each.Name === name)?.Id;
  expect((await put(caller, `/account/connectors/${id}`, { AuthValue })).status).toBe(200);
}

function idOf(items: readonly Answer['body'][], key: string, wanted: string): number {
  const item = items.find((each) => each[key] === wanted);
  expect(item, wanted).toBeDefined();
  return item.Id;
}
