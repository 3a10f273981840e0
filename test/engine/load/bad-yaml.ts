import { type BadCase, formatCycle, formatSpec } from '../../support/values/check-account.ts';

const steps = (...lines: string[]) => formatCycle('steps:', ...lines.map((line) => `  ${line}`));

/** Manifests that are not the YAML of manifests. */
export const badYaml: readonly BadCase[] = [
  {
    title: 'a file without content',
    text: '',
    says: ['empty-document 1:1'],
    words: 'no manifest',
  },
  {
    title: 'a file of comments',
    text: '# later\n',
    says: ['empty-document 1:1'],
    words: 'no manifest',
  },
  {
    title: 'a document without content between others',
    text: `${formatSpec()}---\n---\n${formatSpec()}`,
    says: ['empty-document 6:1'],
    words: 'This document is empty',
  },
  {
    title: 'another version of YAML',
    text: `%YAML 1.1\n---\n${formatSpec()}`,
    says: ['yaml-version 1:1'],
    words: 'YAML 1.1',
  },
  {
    title: 'the marks of a merge',
    text: formatSpec('displayName: x').replace(
      /^.*displayName.*$/m,
      '<<<<<<< HEAD\n  displayName: x\n=======\n  displayName: y\n>>>>>>> their branch',
    ),
    says: ['merge-conflict 6:1'],
    words: 'Unresolved merge conflict',
  },
  {
    title: 'the last mark of a merge that somebody has forgotten',
    text: `${formatSpec()}>>>>>>> their branch\r\n`,
    says: ['merge-conflict 6:1'],
    words: 'Unresolved merge conflict',
  },
  {
    title: 'a tab as indentation',
    text: `${formatSpec()}\tdisplayName: x\n`,
    says: ['yaml-syntax 6:1'],
    words: 'Indent with spaces',
  },
  {
    title: 'a quote that is never closed',
    text: formatSpec('displayName: "Acme'),
    says: ['yaml-syntax 7:1'],
    words: 'A quote is not closed',
  },
  {
    title: 'a backslash in double quotes',
    text: formatSpec('displayName: "C:\\path"'),
    says: ['yaml-syntax 6:19'],
    words: 'each backslash twice',
  },
  {
    title: 'a key that stands twice',
    text: formatSpec('displayName: x', 'displayName: y'),
    says: ['yaml-duplicate-key 7:3'],
    words: 'is twice in this map',
  },
  {
    title: 'a key that stands twice, once in quotes',
    text: formatSpec('connectors: {"1": {connector: {name: X}}, 1: {connector: {name: X}}}'),
    says: ['yaml-duplicate-key 6:45'],
    words: 'is twice in this map',
  },
  {
    title: 'a tag of an application',
    text: formatSpec('displayName: !name Acme'),
    says: ['yaml-tag 6:22'],
    words: 'The tag of this value',
  },
  {
    title: 'a tag of YAML 1.1',
    text: formatSpec('description: !!binary aGk='),
    says: ['yaml-tag 6:25'],
    words: 'The tag of this value',
  },
  {
    title: 'a tag at a key',
    text: formatSpec('!name displayName: Acme'),
    says: ['yaml-tag 6:9'],
    words: 'The tag of this value',
  },
  {
    title: 'a map as key',
    text: formatSpec('? {a: b}', ': c'),
    says: ['yaml-key 6:5'],
    words: 'A key is a map',
  },
  {
    title: 'a list as key',
    text: formatSpec('? [a]', ': c'),
    says: ['yaml-key 6:5'],
    words: 'A key is a list',
  },
  {
    title: 'an alias as key',
    text: formatSpec('displayName: &n Acme', '*n : x'),
    says: ['yaml-key 7:3'],
    words: 'A key is an alias',
  },
  {
    title: 'nothing as key',
    text: formatSpec(': x'),
    says: ['yaml-key 6:5'],
    words: 'A key is missing',
  },
  {
    title: 'a merge key',
    text: formatSpec('connectors:', '  a: &a {connector: {name: X}}', '  b: {<<: *a}'),
    says: ['yaml-merge-key 8:9'],
    words: 'Merge keys',
  },
  {
    title: 'an alias without anchor',
    text: formatSpec('displayName: *name'),
    says: ['yaml-alias 6:16'],
    words: 'no anchor before it',
  },
  {
    title: 'an alias before its anchor',
    text: formatSpec('displayName: *name', 'description: &name Acme'),
    says: ['yaml-alias 6:16'],
    words: 'no anchor before it',
  },
  {
    title: 'an alias inside its own value',
    text: formatSpec('cycles: &all {a: *all}'),
    says: ['yaml-alias 6:20'],
    words: 'inside the value',
  },
  {
    title: 'a key with nothing after it',
    text: formatSpec('description:'),
    says: ['empty-value 6:3'],
    words: 'Write a value, null where it can be cleared, or remove the line',
  },
  {
    title: 'a key with a tilde after it',
    text: formatSpec('description: ~'),
    says: ['empty-value 6:3'],
    words: 'Write a value, null where it can be cleared, or remove the line',
  },
  {
    title: 'a key alone in braces',
    text: formatSpec('connectors: {crm}'),
    says: ['empty-value 6:16'],
    words: 'Write a value, null where it can be cleared, or remove the line',
  },
  {
    title: 'a list entry with nothing in it',
    text: formatCycle('tags:', '  -', '  - eu'),
    says: ['empty-value 10:10'],
    words: 'This list entry',
  },
  {
    title: 'a step with a space before its number',
    text: steps('Get contact #2:', '  fields: {A: x}'),
    says: ['yaml-syntax 10:9'],
    words: '"Get contact#2":',
  },
  {
    title: 'a step with a space before its number, alone',
    text: steps('Get contact #2:'),
    says: ['yaml-syntax 10:9'],
    words: '"Get contact#2":',
  },
  {
    title: 'a step whose name holds a # after a space',
    text: steps('Step #2: upsert:', '  fields: {A: x}'),
    says: ['yaml-syntax 10:9'],
    words: 'quote the key: "Step #2: upsert":',
  },
  {
    title: 'a step whose name holds a colon',
    text: steps('Step: upsert:', '  fields: {A: x}'),
    says: ['yaml-syntax 10:9'],
    words: 'Quote keys and values that contain ": "',
  },
  {
    title: 'a field whose name begins with a bracket',
    text: steps('Write:', '  fields:', '    [orders].[lines].sku: x'),
    says: ['yaml-syntax 12:13'],
    words: 'quote the key: "[orders].[lines].sku":',
  },
  {
    title: 'a placeholder in braces',
    text: formatSpec(`description: {is: \${vars.url}}`),
    says: ['yaml-syntax 6:21'],
    words: `quote the whole text around \${vars.url}`,
  },
  {
    title: 'merge fields without quotes',
    text: steps('Write:', '  fields:', '    Since: {{LastSuccessfulRunDate}}'),
    says: ['yaml-key 12:21'],
    words: "{expression: '{{LastSuccessfulRunDate}}'}",
  },
  {
    title: 'maps nested deeper than any manifest',
    text: `${Array.from({ length: 120 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')}${' '.repeat(120)}b: c\n`,
    says: ['yaml-syntax 102:102'],
    words: 'Nested deeper than 100 levels',
  },
];
