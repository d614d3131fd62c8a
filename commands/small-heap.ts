import { setFlagsFromString } from 'node:v8'

/*
 * Imported first, for its effect. A run holds its recording, some 80 MB, and V8 would rather grow to five times that than
 * collect: the suite shares small machines with the builds it judges. Less room for what is new, less growth between two
 * collections: about a third more time in the processor, half the memory. No limit is set, which a large recording would hit.
 */
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=30')
