import type { World } from './world.ts';
import type { WorldProblem } from './world-error.ts';

/** What the schema cannot say: names that must be different, and names that must exist. */
export function judgeWorld(world: World): readonly WorldProblem[] {
  return [
    ...judgeUnique(world.clients ?? [], ['clients'], (client) => client.clientId),
    ...judgeUnique(world.connectors ?? [], ['connectors'], (connector) => connector.name),
    ...judgeUnique(world.accounts ?? [], ['accounts'], (account) => account.id),
  ];
}

function judgeUnique<T>(
  items: readonly T[],
  path: WorldProblem['path'],
  nameOf: (item: T) => string,
): readonly WorldProblem[] {
  const names = items.map(nameOf);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: [...path, index], message: `${path.at(-1)} has '${name}' twice.` }],
  );
}
