import type { Answer } from '../../emulator/support/start-emulator.ts';
import { type ConsoleAccount, send, toPlace, typeSecret } from '../console-user.ts';
import type { LiveStep } from '../portrait/read-steps.ts';
import type { Decks } from './decks.ts';
import { dealText } from './hard-texts.ts';

/** A cycle with steps that the console user mapped. */
type MappedCycle = {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly LiveStep[];
};

/** A parameter or field, and what its value could be taken from. */
type Target = {
  readonly path: string;
  readonly Values: readonly string[] | null;
  readonly sources: readonly Source[];
  readonly variables: readonly Answer['body'][];
};

type Source = { readonly step: string; readonly field: number };

const sorts = [
  'keep',
  'keep',
  'keep',
  'text',
  'number',
  'date',
  'merge',
  'script',
  'variable',
  'option',
  'lookup',
  'ignore',
  'step',
] as const;
const numbers = ['15', '-3', '0', 'true', 'false', '007', '1.0', '1e3', '123456789012345678', ''];
const scripts = [
  '=new Date().toISOString()',
  '=parameters["a: b"] + "#" // it\'s\nreturn "ü";',
  "={a: 1}['a']",
];
const lookups = [
  { TriggerValue: 'a78f', TriggerValueDisplayName: 'Newsletter: #1' },
  { TriggerValue: '007' },
];
const dates = [
  '{{LastSuccessfulRunDate}}',
  "before {{LastSuccessfulRunDate format='yyyy: #'}} and after",
  '{{"quoted name"}} \\ {{ CycleId }}',
];

/** Maps what the template left open, and some of what it did not, from every source that there is. */
export async function makeMappings(account: ConsoleAccount, cycle: MappedCycle): Promise<void> {
  const variables = await send(account.caller, 'GET', `/cycles/${cycle.id}/variables`);
  const sources: Source[] = [];
  for (const [index, step] of cycle.steps.entries()) {
    const at = String(index + 1);
    for (const [slot, items] of listItems(step)) {
      for (const { Id, Values, IsSensitive, TargetName } of items) {
        const path = `/steps/${step.Id}/${slot}/${Id}`;
        if (IsSensitive) await mapSecret(account, path, [cycle.name, at, TargetName]);
        else await mapInConsole(account, { path, Values, sources, variables });
      }
    }
    for (const { Id } of listGiven(step)) sources.push({ step: step.Id, field: Id });
  }
}

// A webhook has what it delivers in its RequestFields, to which nothing is mapped.
function listGiven({ Method }: LiveStep): Answer['body'][] {
  return Method.MethodType === 'Webhook' ? Method.RequestFields : Method.ResponseFields;
}

function listItems({ Method }: LiveStep): readonly (readonly [string, Answer['body'][]])[] {
  return [
    ['parameters', Method.Parameters],
    ['fieldmappings', Method.MethodType === 'Webhook' ? [] : Method.RequestFields],
  ];
}

async function mapSecret(
  consoleAccount: ConsoleAccount,
  path: string,
  names: readonly string[],
): Promise<void> {
  const { caller, fleetUser, account } = consoleAccount;
  if (!fleetUser.decks.deal('sensitive', [true, false])) return;
  const Value = typeSecret(fleetUser, toPlace(account, ...names));
  await send(caller, 'PUT', path, { MappingType: 'StaticValue', Value });
}

async function mapInConsole(
  { caller, fleetUser: { decks } }: ConsoleAccount,
  target: Target,
): Promise<void> {
  const mapping = drawMapping(decks, target);
  if (mapping !== null) await send(caller, 'PUT', target.path, mapping);
}

/** A mapping in the words of the service; null leaves what is there. */
function drawMapping(decks: Decks, { Values, sources, variables }: Target): object | null {
  const text = (Value: string) => ({ MappingType: 'StaticValue', Value });
  const source = sources.length === 0 ? null : decks.deal('source', sources);
  const variable = variables.length === 0 ? null : decks.deal('variable to map', variables);
  switch (decks.deal('mapping', sorts)) {
    case 'keep':
      return null;
    case 'text':
      return text(dealText(decks, 'text') ?? '');
    case 'number':
      return text(decks.deal('number', numbers));
    case 'date':
      return text(decks.deal('date', dates));
    case 'script':
      return text(decks.deal('script', scripts));
    case 'ignore':
      return { MappingType: 'Ignore' };
    case 'option':
      return {
        MappingType: 'ValueList',
        Value: decks.deal('option', [...(Values ?? []), 'off the list']),
      };
    case 'lookup':
      return { MappingType: 'Lookup', ...decks.deal('lookup', lookups) };
    case 'variable':
      return variable && { MappingType: 'Variable', Value: variable.SystemName };
    case 'merge':
      return (
        source &&
        text(`Hi "{{${source.step} ${source.field}}}": {{ ${source.step} ${source.field} }}`)
      );
    case 'step':
      return (
        source && {
          MappingType: 'PreviousStep',
          SourceStepId: source.step,
          SourceFieldId: source.field,
        }
      );
  }
}
