/** Adds Brazil's country code if it is missing. */
export function whatsappDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}

export const isWhatsapp = (typed: string) =>
  /^\+?[\d\s().-]{10,24}$/.test(typed) && /^\d{10,15}$/.test(whatsappDigits(typed));
