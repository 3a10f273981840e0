import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addIgnored,
  addJsonProperty,
} from '../../../../src/features/authoring/init/make-files-plan.ts';

const lines = ['.cyclectl/', '/plan.json'];

it.each([
  ['', '.cyclectl/\n/plan.json\n'],
  ['node_modules\n', 'node_modules\n.cyclectl/\n/plan.json\n'],
  ['node_modules', 'node_modules\n.cyclectl/\n/plan.json\n'],
  ['node_modules\r\n*.log', 'node_modules\r\n*.log\r\n.cyclectl/\r\n/plan.json\r\n'],
  ['/.cyclectl\n', '/.cyclectl\n/plan.json\n'],
  ['  .cyclectl/  \r\nplan.json\r\n', '  .cyclectl/  \r\nplan.json\r\n'],
  ['# .cyclectl/\n', '# .cyclectl/\n.cyclectl/\n/plan.json\n'],
  ['!.cyclectl/\n', '!.cyclectl/\n.cyclectl/\n/plan.json\n'],
  ['\ufeff.cyclectl/\n', '\ufeff.cyclectl/\n/plan.json\n'],
])('what %j lacks is added at its end', (text, completed) => {
  const made = addIgnored(text, lines);
  expect(made.text).toBe(completed);
  expect(made.added.length === 0).toBe(text === completed);
  expect(addIgnored(made.text, lines)).toEqual({ text: completed, added: [] });
});

const value = { './a.json': ['a/*.yaml'] };

describe('A property that is lacking', () => {
  it('is put at the end, with the indentation and the line ends that are there', () => {
    const text = '{\r\n\t"a": [1,\r\n\t\t2]\r\n}\r\n';
    expect(addJsonProperty(text, 'b', value)).toBe(
      '{\r\n\t"a": [1,\r\n\t\t2],\r\n\t"b": {\r\n\t\t"./a.json": [\r\n\t\t\t"a/*.yaml"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    expect(addJsonProperty('{}', 'b', 1)).toBe('{\n  "b": 1\n}');
    expect(addJsonProperty('{"a":"}"}', 'b', 1)).toBe('{"a":"}",\n  "b": 1\n}');
  });

  it('is added to any object, and nothing before it changes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        fc.jsonValue(),
        (object, indent, added) => {
          fc.pre(!Object.hasOwn(object, 'new'));
          const text = JSON.stringify(object, null, indent);
          const made = addJsonProperty(text, 'new', added) ?? '';
          expect(JSON.parse(made)).toEqual(JSON.parse(JSON.stringify({ ...object, new: added })));
          expect(made.startsWith(text.slice(0, -1).trimEnd())).toBe(true);
          expect(addJsonProperty(made, 'new', added)).toBe(made);
        },
      ),
    );
  });
});

it.each(['{"b": 2}', '// settings\n{}', '{"a": 1,}', '[]', 'null', '', '\ufeff{}'])(
  'nothing is added to %j, which a person has to look at',
  (text) => {
    expect(addJsonProperty(text, 'b', value)).toBeNull();
  },
);
