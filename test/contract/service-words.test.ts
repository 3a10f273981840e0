import { expect, it } from 'vitest';
import worldSchema from '../../schemas/world.schema.json' with { type: 'json' };
import { collectionSplitTypes, stepErrorActions } from '../../src/emulator/world/cycle-words.ts';
import { serviceWords } from '../../src/model/fields/service-words.ts';

it('the words that the client knows are those that the emulator takes and worlds may have', () => {
  const { errorAction, collectionSplit } = serviceWords;
  const { stepErrorAction, collectionSplitType } = worldSchema.$defs.template.properties;
  expect([stepErrorAction.enum, collectionSplitType.enum]).toEqual([errorAction, collectionSplit]);
  expect([stepErrorActions, collectionSplitTypes]).toEqual([errorAction, collectionSplit]);
});
