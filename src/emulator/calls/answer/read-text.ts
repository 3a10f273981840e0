import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseJson } from '../../http/body/parse-json.ts';
import type { Method } from '../../resources/catalog/catalog.ts';
import { parseLocation } from '../request/location.ts';

/**
 * Parses text as plain data; undefined for another format. XML elements that a Location calls
 * arrays become arrays; XML text stays text.
 */
export function readText(text: string, format: 'json' | 'xml', method: Method): unknown {
  if (format === 'json') {
    return parseJson(text);
  }
  if (XMLValidator.validate(text) !== true) {
    return undefined;
  }
  try {
    return makeParser(method).parse(text);
  } catch {
    // Catch everything, because the parser throws plain errors for deep nesting and growing
    // entities.
    return undefined;
  }
}

function makeParser(method: Method): XMLParser {
  const arrays = new Set(listArrayPaths(method));
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    ignoreDeclaration: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (_name, path) => arrays.has(String(path)),
  });
}

/** Paths such as `files.file` of all arrays in the Locations of a method. */
function listArrayPaths(method: Method): readonly string[] {
  const base = method.records === null ? '' : `${method.records}.`;
  const requested = method.fields.map((each) => prefix(method.root, each.key));
  const answered = method.responseFields.map((each) => `${base}${each.key}`);
  return [...requested, ...answered, method.records ?? ''].flatMap((location) => {
    const names = parseLocation(location);
    return names.flatMap(({ isArray }, index) =>
      isArray
        ? [
            names
              .slice(0, index + 1)
              .map((each) => each.name)
              .join('.'),
          ]
        : [],
    );
  });
}

function prefix(root: string | null, location: string): string {
  return root === null ? location : `${root}.${location}`;
}
