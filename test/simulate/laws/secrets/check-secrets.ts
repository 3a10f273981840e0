import { toCycleAddress, toFieldPath } from '../../../../src/model/address.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import type { AccountState } from '../../../../src/model/state/account-state.ts';
import {
  type DumpedAccount,
  type DumpedCycle,
  labelDumped,
} from '../../../worlds/console/dumped.ts';
import { withoutLeft } from '../../../worlds/laws/left-lines.ts';
import type { Simulation } from '../../simulation.ts';
import { isVerifiable } from '../hide-unverified.ts';
import { demandNone } from '../violation.ts';
import { withoutWaiting } from '../windows/waiting.ts';

/** Place of a reference in a manifest, and the value in the service; undefined if not shown. */
type Place = {
  readonly object: string;
  readonly path: readonly string[];
  readonly env: string;
  readonly is: string | null | undefined;
};

/**
 * Law 12: the service has the value of each reference, except unverified ones that it was found
 * with, or of another key. After a rewrite there is none of them.
 */
export async function checkSecrets(life: Simulation, isRewritten: boolean): Promise<void> {
  const { simulated, tally } = life;
  const { keyId } = simulated;
  for (const [key, whole] of simulated.manifests) {
    const written = withoutLeft(whole, simulated);
    const state = await simulated.store.readState(key);
    const live = simulated.find(key);
    if (live === null) continue;
    const wrong = listPlaces(written, live, state).flatMap((place) => {
      tally.count('law 12: a secret is there');
      return checkPlace(place, state, {
        value: simulated.secrets.get(place.env),
        keyId,
        isRewritten,
      });
    });
    demandNone('law 12', 'another secret than is wanted', withoutWaiting(life, key, wrong));
  }
}

type Wanted = {
  readonly value: string | undefined;
  readonly keyId: string;
  readonly isRewritten: boolean;
};

function checkPlace(
  { object, path, is }: Place,
  state: AccountState,
  { value, keyId, isRewritten }: Wanted,
): string[] {
  const record = [...state.objects.values()].find(({ address }) => address === object);
  const applied = record?.applied[toFieldPath(...path)];
  const name = `${object.replace(/^[^/]*\/cycles\//, '')}/${path.join('/')}`;
  if (applied?.kind !== 'secret') return [`${name} was never written`];
  const isVerified = isVerifiable(applied.written, keyId);
  if (isRewritten && !isVerified) return [`${name} was not sent again`];
  return isVerified && is !== undefined && is !== value
    ? [`${name} is ${is}, and ${value} is wanted`]
    : [];
}

function listPlaces(
  { metadata, spec }: WrittenAccount,
  live: DumpedAccount,
  { objects }: AccountState,
): Place[] {
  const { name } = metadata;
  const connectors = Object.entries(spec.connectors ?? {}).flatMap(([key, { properties }]) =>
    Object.entries(properties ?? {}).flatMap(([property, value]): Place[] => {
      const env = readEnv(value);
      const object = `${name}/connectors/${key}`;
      // The dump hides what is marked as a secret.
      return env === null ? [] : [{ object, path: ['properties', property], env, is: undefined }];
    }),
  );
  const cycles = Object.entries(spec.cycles ?? {}).flatMap(([key, wanted]) => {
    // By id, because a replaced cycle has the same name until it is deleted.
    const address = toCycleAddress(name, key);
    const remoteId = objects.get(address)?.remoteId;
    const cycle = live.cycles.find((each) =>
      remoteId === undefined
        ? each.name === (wanted.displayName ?? key) && each.status !== 'DeleteScheduled'
        : each.id === remoteId,
    );
    return cycle === undefined ? [] : listOfCycle(address, wanted, cycle);
  });
  return [...connectors, ...cycles];
}

type WrittenCycle = NonNullable<WrittenAccount['spec']['cycles']>[string];

function listOfCycle(object: string, wanted: WrittenCycle, cycle: DumpedCycle): Place[] {
  const labelled = labelDumped(cycle);
  const variables = Object.entries(wanted.variables ?? {}).flatMap(([name, value]): Place[] => {
    const env = readEnv(value);
    const is = cycle.variables.find(({ displayName }) => displayName === name)?.value;
    return env === null ? [] : [{ object, path: ['variables', name], env, is }];
  });
  const mappings = Object.entries(wanted.steps ?? {}).flatMap(([label, step]) =>
    (['parameters', 'fields'] as const).flatMap((slot) =>
      Object.entries(step[slot] ?? {}).flatMap(([target, value]): Place[] => {
        const env = readEnv(value);
        if (env === null) return [];
        const dumped = labelled.get(label);
        const item = dumped?.method[slot].find((each) => each.key === target);
        const mapping = item === undefined ? undefined : dumped?.mappings[item.id];
        const is = item?.isSensitive === true ? undefined : mapping?.value;
        return [{ object, path: ['steps', label, slot, target], env, is }];
      }),
    ),
  );
  return [...variables, ...mappings];
}

function readEnv(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'env' in value ? String(value.env) : null;
}
