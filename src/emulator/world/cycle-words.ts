/** Words of StepErrorAction (SERVICE B [T]); those of stopping the cycle or the transaction are unknown. */
export const stepErrorActions = ['Ignore', 'Retry'] as const;

/** Words of CollectionSplitType (SERVICE B [T]); `First` is an assumption there. */
export const collectionSplitTypes = ['All', 'None', 'First'] as const;

export type StepErrorAction = (typeof stepErrorActions)[number];
export type CollectionSplitType = (typeof collectionSplitTypes)[number];
