import type { LiveCategory } from '../model/live/live.ts';
import type { ServiceWriter } from '../model/ports.ts';
import { readField, readId, readOptionalText } from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';

/**
 * Creates custom object categories (SPEC 4.6). Assumption: the name goes as Name (SERVICE I.16). No
 * operation lists or deletes them.
 */
export function makeCategoryWriter(client: Client): Pick<ServiceWriter, 'createCategory'> {
  return {
    createCategory: ({ account, connector }, name) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('account', 'connectors', connector, 'customcategories'),
          account,
          body: { Name: name },
          repeat: 'never',
        },
        (wire): LiveCategory => ({
          id: readId(wire, 'Id'),
          name: readOptionalText(wire, 'Name'),
          method: readOptionalText(readField(wire, 'Method'), 'Name'),
        }),
      ),
  };
}
