import { type Address, type FieldPath, parseCategoryKey } from '../../../model/address.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { ConnectorDiff } from '../../../model/diff/field-diff.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { toOperationId } from '../../../model/plan/operation.ts';

/** Makes the requests that install or update a connector. */
export function makeConnectorOperations(
  connector: ConnectorDiff,
  after: readonly string[],
): Operation[] {
  const { address, fields, desired } = connector;
  if (connector.live === null) {
    const action = {
      kind: 'install-connector',
      paths: fields
        .filter(isChanged)
        .map((field) => field.path)
        .filter((path) => !path.startsWith('connector/') && !isCategory(path)),
    } as const;
    const id = toOperationId(address, action);
    return [
      {
        id,
        address,
        does: `installs ${desired.desired.connector.name} as "${desired.desired.name}"`,
        action,
        repeat: 'check-first',
        after,
        window: null,
      },
      ...makeCategoryOperations(connector, [id]),
    ];
  }
  const changed = fields.filter(isChanged).map((field) => field.path);
  const own = changed.filter((path) => !path.startsWith('properties/') && !isCategory(path));
  const properties = changed.filter((path) => path.startsWith('properties/'));
  const safe = { address, repeat: 'safe', after, window: null } as const;
  return [
    ...(own.length === 0 ? [] : [{ kind: 'update-connector', paths: own } as const]).map(
      (action) => ({
        ...safe,
        id: toOperationId(address, action),
        does: `writes ${own.join(', ')}`,
        action,
      }),
    ),
    ...properties.map((path): Operation => {
      const action = { kind: 'set-property', path } as const;
      return {
        ...safe,
        id: toOperationId(address, action),
        does: `writes ${path}`,
        action,
        repeat: 'check-first',
      };
    }),
    ...makeCategoryOperations(connector, after),
  ];
}

// The service does not list them, so a second create needs manual confirmation.
function makeCategoryOperations(
  { address, fields }: ConnectorDiff,
  after: readonly string[],
): Operation[] {
  return fields
    .filter((field) => isChanged(field) && isCategory(field.path))
    .map(({ path }) => {
      const action = { kind: 'create-category', path } as const;
      const does = `makes ${path}`;
      return {
        id: toOperationId(address, action),
        address,
        does,
        action,
        repeat: 'never',
        after,
        window: null,
      };
    });
}

function isCategory(path: FieldPath): boolean {
  return parseCategoryKey(path) !== null;
}

/** Makes the request that deletes a connector of ours. */
export function makeConnectorDelete(
  address: Address,
  name: string,
  after: readonly string[],
): Operation {
  const action = { kind: 'delete-connector' } as const;
  return {
    id: toOperationId(address, action),
    address,
    does: `deletes the installed connector "${name}"`,
    action,
    repeat: 'safe',
    after,
    window: null,
  };
}
