type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** "/" asks for the search box, unless somebody is writing it. */
export function isSearchKey(key: Key, { writing, covered }: { writing: boolean; covered: boolean }): boolean {
  const plain = !key.ctrlKey && !key.metaKey && !key.altKey && !key.isComposing && !key.defaultPrevented
  return key.key === '/' && plain && !writing && !covered
}
