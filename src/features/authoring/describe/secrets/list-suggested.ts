import type {
  WrittenAccount,
  WrittenCycle,
  WrittenInstalledConnector,
} from '../../../../model/manifest/manifest.generated.ts';
import { isVariableRef } from '../../../../model/secret/secret.ts';
import { toManifestAddress } from '../account/manifest-notes.ts';
import type { SuggestedSecret } from '../described-account.ts';

/** Value that may be a reference, with its path below the account. */
type PlacedValue = readonly [path: readonly string[], value: unknown, member?: string];

/** Lists the variables that a manifest refers to with their purposes, sorted by name. */
export function listSuggested({ metadata, spec }: WrittenAccount): readonly SuggestedSecret[] {
  const placed: readonly PlacedValue[] = [
    [['errorWebhook', 'url'], spec.errorWebhook?.url],
    ...Object.entries(spec.connectors ?? {}).flatMap(listOfConnector),
    ...Object.entries(spec.cycles ?? {}).flatMap(listOfCycle),
  ];
  return placed
    .flatMap(([path, value, member]): SuggestedSecret[] => {
      if (!isVariableRef(value)) return [];
      const suggested = { env: value.env, address: toManifestAddress(metadata.name, path) };
      return [member === 'username' ? { ...suggested, isUserName: true } : suggested];
    })
    .toSorted((left, right) => (left.env < right.env ? -1 : 1));
}

// Gives the parts of a credential one address.
function listOfConnector([key, { auth, properties }]: [
  string,
  WrittenInstalledConnector,
]): PlacedValue[] {
  const forms = typeof auth === 'object' ? Object.values(auth) : [];
  const path = ['connectors', key, 'auth'];
  const parts = forms.flatMap((form: object): PlacedValue[] =>
    isVariableRef(form)
      ? [[path, form]]
      : Object.entries(form).map(([member, part]): PlacedValue => [path, part, member]),
  );
  return [...parts, ...listEntries(['connectors', key, 'properties'], properties)];
}

function listOfCycle([key, { variables, steps = {} }]: [string, WrittenCycle]): PlacedValue[] {
  return [
    ...listEntries(['cycles', key, 'variables'], variables),
    ...Object.entries(steps).flatMap(([step, { parameters, fields }]) => [
      ...listEntries(['cycles', key, 'steps', step, 'parameters'], parameters),
      ...listEntries(['cycles', key, 'steps', step, 'fields'], fields),
    ]),
  ];
}

function listEntries(
  path: readonly string[],
  entries: Readonly<Record<string, unknown>> = {},
): PlacedValue[] {
  return Object.entries(entries).map(([name, value]) => [[...path, name], value]);
}
