/** What programs write where they have no value. */
const nothing = /^(undefined|null|none|nil|nan|\[object \w+\])$/i

/** True for a text in place of an identifier or an address that a program did not have. An empty one is for the caller to judge. */
export const namesNothing = (text: string): boolean => nothing.test(text)
