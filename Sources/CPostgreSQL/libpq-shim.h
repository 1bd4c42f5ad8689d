// The system's libpq, as Swift sees it.
#include <libpq-fe.h>
