/** How many requests a scope may have under way, and what refusals have taught about it. Times in milliseconds. */
export interface Room {
  readonly size: number
  /** Up to here it grows with each answer, beyond only with a whole room of them. */
  readonly threshold: number
  /** The size at which it was refused last. */
  readonly ceiling: number
  /** How many whole rooms of answers the step to the ceiling takes: twice as many each time that it was refused there again. */
  readonly rooms: number
  /** Answers since it grew last, while it was full. */
  readonly answers: number
  /** When it was refused last: what was sent before tells nothing of the size since. */
  readonly since: number
}

/** Whoever is refused at one size again and again tries it once in so many rooms of answers, and not less often. */
const mostRooms = 1_024

/** What is on its way is under way for us and not yet, or no longer, for them: the same limit is met a little earlier or later. */
const sameSize = 2

/**
 * The room after a refusal: half of it. A limit on how many are under way refuses at the same size every time, and is
 * approached ever more slowly; a limit on how many come in a time refuses at any size, which is soon reached again.
 */
export function shrunk(room: Room | undefined, most: number, now: number): Room {
  const refused = room?.size ?? most
  const again = room !== undefined && Math.abs(refused - room.ceiling) <= sameSize
  return {
    size: Math.max(1, Math.floor(refused / 2)),
    threshold: Math.floor((refused * 3) / 4),
    ceiling: refused,
    rooms: again ? Math.min(mostRooms, room.rooms * 2) : 1,
    answers: 0,
    since: now,
  }
}

/**
 * The room after an answer.
 *
 * @param startedAt When what was answered was sent.
 * @param underWay How many were under way when it was answered, itself among them.
 */
export function grown(
  room: Room,
  most: number,
  { startedAt, underWay }: { startedAt: number; underWay: number },
): Room {
  if (startedAt < room.since || room.size >= most) return room
  const slow = room.size >= room.threshold
  // Answers while there was room left do not show that there is more.
  if (slow && underWay < room.size) return room
  const answers = room.answers + 1
  const enough = slow ? room.size * (room.size + 1 === room.ceiling ? room.rooms : 1) : 1
  return answers < enough ? { ...room, answers } : { ...room, size: room.size + 1, answers: 0 }
}
