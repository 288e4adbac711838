/**
 * A character that readers do not see or that changes what is around it. Cc: C0, DEL, C1. Cf and
 * Default_Ignorable: bidi controls, zero-width characters, tags, variation selectors. Zl, Zp: line separators. Cs:
 * lone surrogates. Noncharacters: XML and UTF-8 tools reject them.
 */
export const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
