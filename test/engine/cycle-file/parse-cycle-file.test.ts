import { describe, expect, it } from 'vitest';
import { parseCycleFile } from '../../../src/engine/cycle-file/parse-cycle-file.ts';
import type { Json } from '../../../src/kit/json/json.ts';
import { edit, readSample, sampleText } from './sample-file.ts';

const text = sampleText();

/** Code, place and summary of each diagnostic. */
function check(changed: string): string[] {
  const { file, diagnostics } = parseCycleFile('cycles/x.cycle.json', changed);
  expect(file === null).toBe(diagnostics.length > 0);
  return diagnostics.map(({ code, at, summary }) => `${code} ${at?.line}:${at?.column} ${summary}`);
}

describe('a cycle file', () => {
  it('is read into steps in the order of execution, with what they take and give', () => {
    const { steps, edges, name } = readSample(text);
    expect(name).toBe('Contacts to Mailer');
    expect(steps.map(({ label, method }) => [label, method])).toEqual([
      ['List changed contacts', 'List contacts'],
      ['Add subscriber', 'Add subscriber'],
      ['Tell the others', 'Add subscriber'],
    ]);
    expect(steps[1]?.mappings.map(({ target, source }) => [target, source])).toEqual([
      [
        'listId',
        {
          kind: 'expression',
          expression: 'x {{"List changed contacts" "Contact.Email"}} y',
        },
      ],
      ['Email.Address', { kind: 'step', step: 'List changed contacts', field: 'Contact.Email' }],
      ['Status', { kind: 'value', value: 'subscribed' }],
    ]);
    expect(edges.map(({ tail, head }) => [tail, head])).toEqual([
      ['List changed contacts', 'Add subscriber'],
      ['Add subscriber', 'Tell the others'],
    ]);
  });

  // What people do to a file, and the one sentence that each is told.
  const cases: readonly (readonly [string, string, Json | undefined, RegExp])[] = [
    [
      'of another format',
      '/format',
      'cyclectl-cycle/2',
      /^cycle-file-format 2:13 The file has another version/,
    ],
    ['without a format', '/format', undefined, /^cycle-file-format 1:1 The file has no/],
    ['without a name', '/Name', undefined, /^cycle-file-shape 1:1 Name is missing, not text/],
    [
      'whose steps are no list',
      '/Steps',
      'none',
      /^cycle-file-shape \d+:\d+ Steps is other text, not a list/,
    ],
    [
      'with a step that is no object',
      '/Steps/1',
      7,
      /^cycle-file-shape \d+:\d+ Item 1 is a number, not an object/,
    ],
    [
      'whose step was renamed in one place',
      '/Steps/0/Name',
      'List',
      /^cycle-file-shape \d+:\d+ Id is other text, not "step:List"/,
    ],
    [
      'with an edge to no step',
      '/Edges/0/HeadStep_Id',
      'step:Add subscribers',
      /^cycle-file-name \d+:\d+ The file has no step "Add subscribers"/,
    ],
    [
      'with edges in a circle',
      '/Edges/2',
      { TailStep_Id: 'step:Tell the others', HeadStep_Id: 'step:List changed contacts' },
      /^cycle-file-flow \d+:\d+ This edge leads back/,
    ],
    [
      'with an edge twice',
      '/Edges/1',
      {
        TailStep_Id: 'step:List changed contacts',
        HeadStep_Id: 'step:Add subscriber',
        CycleEdgeType: 0,
      },
      /^cycle-file-shape \d+:\d+ This edge is twice in the file/,
    ],
    [
      'with a mapping of an unknown field',
      '/Steps/1/CycleFieldMappings/0/Field/Id',
      'field:Email',
      /^cycle-file-name \d+:\d+ The file has no field of this step "Email"/,
    ],
    [
      'with a source of an unknown field',
      '/Steps/1/CycleFieldMappings/0/Value',
      'step:List changed contacts,field:Contact.Mail',
      /^cycle-file-name \d+:\d+ The file has no response field of step/,
    ],
    [
      'with a source that runs later',
      '/Steps/1/CycleFieldMappings/0/Value',
      'step:Tell the others,field:Subscriber.Id',
      /^cycle-file-flow \d+:\d+ The step "Tell the others" does not run before/,
    ],
    [
      'with an expression of an unknown step',
      '/Steps/1/CycleParameters/0/Value',
      '{{"List" "Contact.Email"}}',
      /^cycle-file-name \d+:\d+ The file has no step "List"/,
    ],
    [
      'with an expression of a step that runs later',
      '/Steps/1/CycleParameters/0/Value',
      'x {{"Tell the others" "Subscriber.Id"}}',
      /^cycle-file-flow \d+:\d+ The step "Tell the others" does not run before/,
    ],
    [
      'with an expression of the step itself',
      '/Steps/1/CycleParameters/0/Value',
      '{{"Add subscriber" "Subscriber.Id"}}',
      /^cycle-file-flow \d+:\d+ The step "Add subscriber" does not run before/,
    ],
    [
      'with a list for a value',
      '/Steps/1/CycleFieldMappings/1/Value',
      ['x'],
      /^cycle-file-shape \d+:\d+ Value is a list, not text$/,
    ],
    [
      'with an object for a value that says of no secret',
      '/Steps/1/CycleFieldMappings/1/Value',
      { x: 1 },
      /^cycle-file-shape \d+:\d+ Value is an object, not text, or \{"secret": "PATH"\}/,
    ],
    [
      'with the kind of a mapping as text',
      '/Steps/1/CycleFieldMappings/1/CycleEntityMappingType',
      '1',
      /^cycle-file-shape \d+:\d+ CycleEntityMappingType is other text, not a number/,
    ],
    [
      'with a variable that has no name',
      '/Variables',
      [{ Value: 'x' }],
      /^cycle-file-shape \d+:\d+ Name is missing, not text/,
    ],
    [
      'whose version is a list',
      '/VersionedCycle',
      [],
      /^cycle-file-shape \d+:\d+ VersionedCycle is a list, not an object/,
    ],
    [
      'with half of a character',
      '/Description',
      'a \ud800',
      /^cycle-file-json \d+:\d+ This text has an incomplete character/,
    ],
    [
      'with a source that is no pair',
      '/Steps/1/CycleFieldMappings/0/Value',
      'Contact.Email',
      /^cycle-file-shape \d+:\d+ Value is other text, not "step:NAME,field:LOCATION"/,
    ],
    [
      'with a connector that is another above',
      '/Steps/0/AccountConnector_Id',
      'connector:Sample CRM@3.0',
      /^cycle-file-shape \d+:\d+ AccountConnector_Id is other text/,
    ],
    [
      'whose connectors are counted wrongly',
      '/Steps/1/AccountConnector_Id',
      'connector:Sample Mailer@1.4#2',
      /^cycle-file-shape \d+:\d+ Connectors of one name are numbered/,
    ],
    [
      'with a blob that has no digest',
      '/ExportedConnectors/0',
      'blob:../../etc/passwd',
      /^cycle-file-shape \d+:\d+ Item 0 is other text, not the digest/,
    ],
    [
      'with a symbol where none can be',
      '/Steps/0/ActionType',
      'parameter:x',
      /^cycle-file-name \d+:\d+ This text has the form of a name/,
    ],
    [
      'with a variable twice',
      '/Variables/1',
      { Name: 'Contacts to Mailer', Value: null },
      /^cycle-file-shape \d+:\d+ The variable "Contacts to Mailer" is twice in the file/,
    ],
  ];
  const named = cases.map(([says, pointer, value, reported]) => ({
    says,
    pointer,
    value,
    told: reported,
  }));
  it.each(named)('$says has one diagnostic', ({ pointer, value, told: reported }) => {
    const found = check(edit(text, pointer, value));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(reported);
  });

  it('is reported if a step occurs twice', () => {
    const step = (JSON.parse(text) as { Steps: Json[] }).Steps[1] ?? null;
    const [first] = check(edit(text, '/Steps/3', step));
    expect(first).toMatch(
      /^cycle-file-shape \d+:\d+ The step "Add subscriber" is twice in the file/,
    );
  });

  it('has no text of what it marks as a secret, and the line of one is not shown', () => {
    const marked = edit(text, '/Steps/1/Method/Parameters/0/IsSensitive', true);
    const { diagnostics } = parseCycleFile('cycles/x.cycle.json', marked);
    expect(diagnostics).toMatchObject([
      { code: 'secret-as-text', masked: true, summary: expect.stringContaining('"listId"') },
    ]);
  });

  it('is reported if a step has a number and no other has its name', () => {
    const numbered = text.replaceAll('step:Tell the others', 'step:Tell the others#7');
    expect(check(numbered)).toEqual([
      expect.stringMatching(
        /^cycle-file-shape \d+:\d+ The file has fewer steps with the name "Tell/,
      ),
    ]);
  });

  it('of twenty thousand steps is read, each in the order of the flow', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `Step ${index}`);
    const long = JSON.stringify({
      format: 'cyclectl-cycle/1',
      Name: 'Long',
      Steps: names.map((name) => ({ Id: `step:${name}`, Name: name })),
      Edges: names
        .slice(1)
        .map((name, index) => ({ TailStep_Id: `step:Step ${index}`, HeadStep_Id: `step:${name}` })),
    });
    expect(readSample(long).steps).toHaveLength(20_000);
  });

  it.each([
    ['no JSON', '{"format": cyclectl}', 'cycle-file-json 1:12 This is not JSON'],
    [
      'cut',
      text.slice(0, 400),
      /^cycle-file-json \d+:\d+ (The file is incomplete|This is not JSON)$/,
    ],
    [
      'with a merge that was not finished',
      text.replace(/^(.*"Name".*)$/m, '<<<<<<< HEAD\n$1\n=======\n$1\n>>>>>>> theirs'),
      /^merge-conflict \d+:1 Unresolved merge conflict$/,
    ],
    ['empty', '', 'cycle-file-json 1:1 The file is incomplete'],
    ['a list', '[]', 'cycle-file-shape'],
    [
      'nested a million times',
      '['.repeat(1_000_000),
      'cycle-file-json 1:61 Nested deeper than 60 levels',
    ],
    [
      'with a member twice',
      '{"a": 1, "a": 2}',
      'cycle-file-json 1:10 This key is twice in its object',
    ],
    [
      'with a member __proto__',
      '{"__proto__": {"format": 1}}',
      'cycle-file-json 1:2 A key cannot be __proto__',
    ],
    [
      'with a number that would become another',
      '{"a": 12345678901234567890}',
      /^cycle-file-json 1:7 This number would lose digits/,
    ],
    ['with a number without end', '[1e999]', /^cycle-file-json 1:2 This number would lose digits/],
    ['with something behind it', '{} {}', 'cycle-file-json 1:4 This is not JSON'],
  ] as const)('that is %s has one diagnostic', (_, written, reported) => {
    const found = check(written);
    expect(found).toHaveLength(1);
    if (reported !== 'cycle-file-shape') expect(found[0]).toMatch(reported);
  });

  it('keeps what it does not know, and names it by names of its own', () => {
    const { settings } = readSample(
      edit(text, '/Future', { On: true, Step: 'step:Add subscriber' }),
    );
    expect(settings).toMatchObject({ Future: { On: true, Step: 'step:Add subscriber' } });
  });
});
