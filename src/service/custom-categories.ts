import type { LiveCategory } from '../model/live/live.ts';
import type { ServiceWriter } from '../model/ports.ts';
import { readField, readId, readOptionalText } from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';

/**
 * Creates custom object categories (SPEC 4.6). No source shows what a request says: that its name goes as
 * Name is an assumption (SERVICE I.16). Nothing lists them or takes them away.
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
