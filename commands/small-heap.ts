import { setFlagsFromString } from 'node:v8'

/**
 * From now on V8 collects what is garbage rather than grow. A run holds its recording, some 80 MB, and V8 would grow to five
 * times that: the suite shares small machines with the builds it judges. Less room for what is new, less growth between two
 * collections: about half the memory. No limit is set, which a large recording would hit. Called once all code is there,
 * which is nothing that could be collected.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}
