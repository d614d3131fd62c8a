import { setFlagsFromString } from 'node:v8'

/*
 * A run holds its recording, and V8 would rather grow to five times that than collect: the suite shares small machines with the
 * builds it judges. No limit is set, which a large recording would hit.
 */

/** From the start: what is new gets little room, some 30 MB less. */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Once all code is there, of which nothing could be collected: what stays grows less between two collections. */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
