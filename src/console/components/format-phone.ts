/** Returns Brazilian numbers as people write them: `+55 11 91234-5678`. Others keep their digits. */
export const formatPhone = (digits: string): string => digits.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, '+55 $1 $2-$3');
