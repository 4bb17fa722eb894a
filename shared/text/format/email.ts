/** An e-mail address of ASCII letters. Neither the name nor a part of the domain begins or ends with a dot, nor a part with a hyphen. */
export const emailPattern = /^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i
