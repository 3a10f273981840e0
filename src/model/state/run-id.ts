/** `20261121T185132123Z-7f3a9c`: the millisecond it began and six random digits, so that ids sort by time. */
export type RunId = string;
